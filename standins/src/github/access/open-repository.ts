import type { Context } from 'hono'
import type { ApiEnv } from '#github/api/api-env.ts'
import {
  moved,
  notAccessible,
  notFound,
  Refusal,
  requiresAuthentication,
} from '#github/api/errors.ts'
import type { Git } from '#github/git/git.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Account } from '#github/people/organisation.ts'
import type { Access } from '#github/registrations/registration.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { isVisible, type Reach, reachOf } from './reach.ts'
import { mayChangeWorkflows } from './workflows.ts'

/** The right that an endpoint requires. */
export type Right = { permission: string; access: Access; role: Role }

export type Opened = {
  repository: Repository
  owner: Account
  role: Role
  git: Git
  /** True for a GitHub App, which has permissions; an OAuth App has scopes. */
  isOfApp: boolean
  mayChangeWorkflows: boolean
}

const RANK: Record<Role, number> = { read: 0, write: 1, admin: 2 }

/** The repository in the path, if the caller has the right. Throws GitHub's answer otherwise. */
export function openRepository(needs: GithubNeeds, c: Context<ApiEnv>, right: Right): Opened {
  const { repository, owner } = found(needs, c)
  const reach = reachOf(needs, c)(repository)
  if (!isVisible(reach, repository)) throw notFound()

  if (reach.permissions) {
    c.header('x-accepted-github-permissions', `${right.permission}=${right.access}`)
  }
  if (right.access === 'write') mustBeWritable(c, repository, reach, right)
  else if (repository.isPrivate && !isPermitted(reach, right)) throw notAccessible()

  return {
    repository,
    owner,
    role: reach.role ?? 'read',
    git: needs.memory.gits.of(repository),
    isOfApp: reach.permissions !== null,
    mayChangeWorkflows: mayChangeWorkflows(reach),
  }
}

function mustBeWritable(
  c: Context<ApiEnv>,
  { isArchived }: Repository,
  reach: Reach,
  right: Right,
): void {
  if (!c.get('caller') && !c.get('bot')) throw requiresAuthentication()
  if (!reach.isGrantedToProgram || !isPermitted(reach, right)) throw notAccessible()
  if (RANK[reach.role ?? 'read'] < RANK[right.role]) {
    throw right.role === 'admin'
      ? new Refusal(403, 'Must have admin rights to Repository.')
      : notFound()
  }
  if (isArchived && right.role !== 'admin') {
    throw new Refusal(403, 'Repository was archived so is read-only.')
  }
}

function isPermitted({ permissions }: Reach, { permission, access }: Right): boolean {
  if (!permissions) return true
  const granted = permissions[permission]

  return granted === 'write' || granted === access
}

function found(needs: GithubNeeds, c: Context<ApiEnv>) {
  const { people, repositories } = needs.memory
  // git appends `.git` to the name.
  const name = (c.req.param('name') ?? '').replace(/\.git$/, '')
  const owner = people.accountOf(c.req.param('owner') ?? '')
  if (!owner) throw notFound()
  const repository = repositories.named(owner.id, name)
  if (repository) return { repository, owner }

  const renamed = repositories.formerly(owner.id, name)
  if (!renamed || !isVisible(reachOf(needs, c)(renamed), renamed)) throw notFound()
  const rest = c.req.path.split('/').slice(4)
  const path = ['/repos', owner.login, renamed.name, ...rest].join('/')
  throw moved(addressesOf(needs).api + path + new URL(c.req.url).search)
}
