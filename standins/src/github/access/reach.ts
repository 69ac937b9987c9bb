import type { Context } from 'hono'
import type { ApiEnv, Robot } from '#github/api/api-env.ts'
import { badJwt } from '#github/api/errors.ts'
import { covers } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Permissions, Registration } from '#github/registrations/registration.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { roleOf } from './roles.ts'

/** How far a caller gets with one repository. */
export type Reach = {
  /** What whoever calls may do, were it not for their program's limits; null: they do not see it. */
  role: Role | null
  /** Whether the program was let at this repository at all. */
  isOpenToProgram: boolean
  /** What a GitHub App may do there; null: an OAuth App, which goes by scopes, or nobody. */
  permissions: Permissions | null
  scopes: readonly string[]
}

/** The same for every repository of one call. */
export function reachOf(needs: GithubNeeds, c: Context<ApiEnv>): (repository: Repository) => Reach {
  if (c.get('app')) throw badJwt()
  const caller = c.get('caller')
  const robot = c.get('robot')
  if (robot) return (repository) => robotReach(robot, repository)
  if (!caller) return anonymousReach
  const { registration, person, token } = caller
  const isApp = registration.kind === 'github-app'

  return (repository) => ({
    role: roleOf(needs, person, repository),
    isOpenToProgram: isApp
      ? isInstalled(needs, registration, repository)
      : token.scopes.includes('repo') ||
        (!repository.isPrivate && token.scopes.includes('public_repo')),
    permissions: isApp ? registration.permissions : null,
    scopes: token.scopes,
  })
}

/** Everybody reads what is public; the rest takes a role, and a program that was let at it. */
export const isVisible = ({ role, isOpenToProgram }: Reach, { isPrivate }: Repository): boolean =>
  !isPrivate || (role !== null && isOpenToProgram)

const anonymousReach = ({ isPrivate }: Repository): Reach => ({
  role: isPrivate ? null : 'read',
  isOpenToProgram: false,
  permissions: null,
  scopes: [],
})

function robotReach({ installation, token }: Robot, repository: Repository): Reach {
  const isOpenToProgram =
    covers(installation, repository) &&
    (token.repositoryIds === null || token.repositoryIds.includes(repository.id))
  const asStranger = repository.isPrivate ? null : 'read'

  return {
    role: isOpenToProgram ? 'admin' : asStranger,
    isOpenToProgram,
    permissions: token.permissions,
    scopes: [],
  }
}

const isInstalled = (
  { memory }: GithubNeeds,
  { clientId }: Registration,
  repository: Repository,
): boolean =>
  memory.installations.state.installations.some(
    (one) => one.clientId === clientId && !one.suspended && covers(one, repository),
  )
