import type { Context } from 'hono'
import type { ApiEnv, Bot } from '#github/api/api-env.ts'
import { badJwt } from '#github/api/errors.ts'
import { covers } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Permissions, Registration } from '#github/registrations/registration.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { roleOf } from './roles.ts'

/** What a caller may do with one repository. */
export type Reach = {
  /** The caller's role regardless of the program's limits; null: not visible to them. */
  role: Role | null
  /** Whether the program has access to this repository at all. */
  isGrantedToProgram: boolean
  /** A GitHub App's permissions; null: an OAuth App, which has scopes, or an anonymous caller. */
  permissions: Permissions | null
  scopes: readonly string[]
}

/** Resolves the caller once and answers for any repository. */
export function reachOf(needs: GithubNeeds, c: Context<ApiEnv>): (repository: Repository) => Reach {
  if (c.get('app')) throw badJwt()
  const caller = c.get('caller')
  const bot = c.get('bot')
  if (bot) return (repository) => botReach(bot, repository)
  if (!caller) return anonymousReach
  const { registration, person, token } = caller
  const isApp = registration.kind === 'github-app'

  return (repository) => ({
    role: roleOf(needs, person, repository),
    isGrantedToProgram: isApp
      ? isInstalled(needs, registration, repository)
      : token.scopes.includes('repo') ||
        (!repository.isPrivate && token.scopes.includes('public_repo')),
    permissions: isApp ? registration.permissions : null,
    scopes: token.scopes,
  })
}

/** Public repositories are visible to all; private ones need a role and a program with access. */
export const isVisible = (
  { role, isGrantedToProgram }: Reach,
  { isPrivate }: Repository,
): boolean => !isPrivate || (role !== null && isGrantedToProgram)

const anonymousReach = ({ isPrivate }: Repository): Reach => ({
  role: isPrivate ? null : 'read',
  isGrantedToProgram: false,
  permissions: null,
  scopes: [],
})

function botReach({ installation, token }: Bot, repository: Repository): Reach {
  const isGrantedToProgram =
    covers(installation, repository) &&
    (token.repositoryIds === null || token.repositoryIds.includes(repository.id))
  const anonymousRole = repository.isPrivate ? null : 'read'

  return {
    role: isGrantedToProgram ? 'admin' : anonymousRole,
    isGrantedToProgram,
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
