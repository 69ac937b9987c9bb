import type { Context } from 'hono'
import type { ApiEnv, Caller } from '#github/api/api-env.ts'
import {
  type Accessor,
  emptyRepository,
  moved,
  notAccessible,
  notAdmin,
  notFound,
  Refusal,
  requiresAuthentication,
} from '#github/api/errors.ts'
import type { Git } from '#github/git/git.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Account, Organisation } from '#github/people/person.ts'
import type { Access } from '#github/registrations/registration.ts'
import type { Repository, Role } from '#github/repositories/repository.ts'
import { addressesOf } from '#github/shapes/account-shapes.ts'
import { isVisible, type Reach, reachOf } from './reach.ts'

/** The right that an endpoint requires. */
export type Right = { permission: string; access: Access; role: Role }

export type Opened = {
  repository: Repository
  owner: Account
  role: Role
  git: Git
  /** True for a program with permissions; others have scopes. */
  hasPermissions: boolean
  accessor: Accessor
  /** GitHub's name for what the caller uses, as git shows it. */
  program: string
  mayChangeWorkflows: boolean
}

const RANK: Record<Role, number> = { read: 0, write: 1, admin: 2 }

/** The repository in the path, if the caller has the right. Throws GitHub's answer otherwise. */
export function openRepository(needs: GithubNeeds, c: Context<ApiEnv>, right: Right): Opened {
  const { repository, owner } = found(needs, c)
  const reach = reachOf(needs, c)(repository)
  if (!isVisible(reach, repository)) throw notFound()
  mustBeAdmitted(needs, c, owner)

  if (reach.permissions) {
    c.header('x-accepted-github-permissions', `${right.permission}=${right.access}`)
  } else if (c.get('caller')) c.header('x-accepted-oauth-scopes', 'repo')
  if (right.permission === 'contents') mustBeSettled(needs, repository)
  if (right.access === 'write') mustBeWritable(c, repository, reach, right)
  else if (repository.isPrivate && !isPermitted(reach, right)) {
    throw notAccessible(reach.accessor)
  }

  return {
    repository,
    owner,
    role: reach.role ?? 'read',
    git: needs.memory.gits.of(repository),
    hasPermissions: reach.permissions !== null,
    accessor: reach.accessor,
    program: programOf(c),
    mayChangeWorkflows: mayChangeWorkflows(reach),
  }
}

/** As `openRepository`, for git data: an empty repository has none. */
export function openGitData(needs: GithubNeeds, c: Context<ApiEnv>, right: Right): Opened {
  const opened = openRepository(needs, c, right)
  if (opened.git.refs.all().length === 0) throw emptyRepository()

  return opened
}

function programOf(c: Context<ApiEnv>): string {
  const kind = c.get('caller')?.program.kind ?? 'github-app'

  return kind === 'github-app' ? 'a GitHub App' : 'a Personal Access Token'
}

/** Answers 404 and 409 in turn, as clients saw it. */
function mustBeSettled({ memory }: GithubNeeds, { id, settles = 0 }: Repository): void {
  if (settles === 0) return
  void memory.repositories.change(id, { settles: settles - 1 })
  throw settles % 2 === 1 ? emptyRepository() : notFound()
}

function mustBeWritable(
  c: Context<ApiEnv>,
  { isArchived }: Repository,
  reach: Reach,
  right: Right,
): void {
  if (!c.get('caller') && !c.get('bot')) throw requiresAuthentication()
  if (!reach.isGrantedToProgram || !isPermitted(reach, right)) {
    // GitHub answers 404 without the scope.
    throw reach.permissions ? notAccessible(reach.accessor) : notFound()
  }
  if (RANK[reach.role ?? 'read'] < RANK[right.role]) {
    throw right.role === 'admin' ? notAdmin() : notFound()
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
  const login = people.account(renamed.ownerId)?.login ?? owner.login
  const path = ['/repos', login, renamed.name, ...rest].join('/')
  throw moved(addressesOf(needs).api + path + new URL(c.req.url).search)
}

export const SEE: Right = { permission: 'metadata', access: 'read', role: 'read' }
export const READ_CODE: Right = { permission: 'contents', access: 'read', role: 'read' }
export const WRITE_CODE: Right = { permission: 'contents', access: 'write', role: 'write' }
export const READ_ISSUES: Right = { permission: 'issues', access: 'read', role: 'read' }
/** Readers may open issues. */
export const WRITE_ISSUES: Right = { permission: 'issues', access: 'write', role: 'read' }
export const ADMINISTER: Right = { permission: 'administration', access: 'write', role: 'admin' }
export const READ_PULLS: Right = { permission: 'pull_requests', access: 'read', role: 'read' }
export const WRITE_PULLS: Right = { permission: 'pull_requests', access: 'write', role: 'write' }
export const READ_CHECKS: Right = { permission: 'checks', access: 'read', role: 'read' }
export const READ_STATUSES: Right = { permission: 'statuses', access: 'read', role: 'read' }

export const isWorkflow = (path: string): boolean => path.startsWith('.github/workflows/')

/** Workflow files run code, so changing them needs a right of its own. */
const mayChangeWorkflows = ({ permissions, scopes }: Reach): boolean =>
  permissions ? permissions.workflows === 'write' : scopes.includes('workflow')

const ACCEPTED = 'x-accepted-github-permissions'

type Allowed = { mayChangeWorkflows: boolean; hasPermissions: boolean; accessor: Accessor }

export function mustAllowWorkflows(
  { mayChangeWorkflows: isAllowed, hasPermissions, accessor }: Allowed,
  paths: readonly string[],
): void {
  if (isAllowed || !paths.some(isWorkflow)) return
  // GitHub answers 404 without the scope.
  if (!hasPermissions) throw notFound()
  throw notAccessible(accessor, { [ACCEPTED]: 'contents=write,workflows=write' })
}

/** An organisation may turn away a token that its person could use elsewhere. */
export function mustBeAdmitted(needs: GithubNeeds, c: Context<ApiEnv>, owner: Account): void {
  const caller = c.get('caller')
  const organisation = needs.memory.people.organisation(owner.login)
  if (!caller || !organisation) return
  if (organisation.requiresSso) throw ssoRequired(addressesOf(needs).web, organisation, caller)
}

function ssoRequired(web: string, { login }: Organisation, { program }: Caller): Refusal {
  const token = program.kind === 'github-app' ? 'OAuth token' : 'Personal Access token'

  return new Refusal(
    403,
    `Resource protected by organization SAML enforcement. You must grant your ${token} access to this organization.`,
    undefined,
    { 'x-github-sso': `required; url=${web}/orgs/${login}/sso?authorization_request=AAAA` },
  )
}
