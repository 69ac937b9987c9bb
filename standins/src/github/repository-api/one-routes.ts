import { type Context, Hono } from 'hono'
import { ADMINISTER, mustBeAdmitted, openRepository, SEE } from '#github/access/open-repository.ts'
import { isVisible, reachOf } from '#github/access/reach.ts'
import type { ApiEnv, Caller } from '#github/api/api-env.ts'
import { accessorOf, requireRight, requireUser } from '#github/api/caller.ts'
import {
  missingField,
  notAccessible,
  notAdmin,
  notFound,
  Refusal,
  validationFailed,
} from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { installationOn } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Account, roleIn } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepository } from '#github/shapes/repository-shapes.ts'
import { announceRepository } from '#github/webhooks/events.ts'

export function oneRoutes(needs: GithubNeeds) {
  const { repositories, gits } = needs.memory

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name', (c) => {
      const { repository, role } = openRepository(needs, c, SEE)
      const isKnown = c.get('caller') || c.get('bot')
      return c.json(renderRepository(needs, repository, isKnown ? role : null))
    })
    .get('/repositories/:id', (c) => {
      const repository = repositories.byId(Number(c.req.param('id')))
      const reach = repository && reachOf(needs, c)(repository)
      if (!repository || !reach || !isVisible(reach, repository)) throw notFound()
      return c.json(renderRepository(needs, repository, reach.role))
    })
    .patch('/repos/:owner/:name', async (c) => {
      const { repository, role, git } = openRepository(needs, c, ADMINISTER)
      const body = await readBody(c)
      const { name, default_branch: branch } = body
      const { name: oldName, isPrivate: wasPrivate } = repository
      const isRenamed = typeof name === 'string' && name !== oldName
      if (branch !== undefined && !git.refs.get(`refs/heads/${branch}`)) {
        throw validationFailed({
          resource: 'Repository',
          code: 'invalid',
          field: 'default_branch',
          message: `The branch ${String(branch)} was not found. Please push that ref first or create it via the Git Data API.`,
        })
      }
      await repositories.change(repository.id, {
        ...readFields(body),
        ...(isRenamed && { name: readName(needs, repository.ownerId, name) }),
        ...(branch !== undefined && { defaultBranch: String(branch) }),
        updatedAt: needs.clock.now(),
      })
      gits.pointHead(repository)
      const sender = c.get('caller')?.person ?? null
      if (isRenamed) {
        const changes = { repository: { name: { from: oldName } } }
        announceRepository(needs, repository, { action: 'renamed', changes, sender })
      }
      if (repository.isPrivate !== wasPrivate) {
        const action = wasPrivate ? 'publicized' : 'privatized'
        announceRepository(needs, repository, { action, sender })
      }
      return c.json(renderRepository(needs, repository, role))
    })
    .delete('/repos/:owner/:name', async (c) => {
      const { repository } = openRepository(needs, c, ADMINISTER)
      mustMayDelete(c)
      const sender = c.get('caller')?.person ?? null
      announceRepository(needs, repository, { action: 'deleted', sender })
      await removeRepository(needs, repository)
      return c.body(null, 204)
    })
}

/** Scopes that allow everything else do not allow this. */
function mustMayDelete(c: Context<ApiEnv>): void {
  const caller = c.get('caller')
  if (caller?.program.kind !== 'classic-token') return
  c.header('x-accepted-oauth-scopes', 'delete_repo')
  if (!caller.scopes.includes('delete_repo')) throw notAdmin()
}

/** Removes it with its git data, and from every installation that selected it. */
async function removeRepository({ memory }: GithubNeeds, repository: Repository): Promise<void> {
  await memory.repositories.remove(repository.id)
  await memory.installations.change(({ installations }) => {
    for (const one of installations) {
      if (one.selection !== 'all')
        one.selection = one.selection.filter((id) => id !== repository.id)
    }
  })
  memory.gits.forget(repository)
}

type Body = Readonly<Record<string, unknown>>

const MAX_NAME = 100

/** A free name; invalid characters become hyphens, as on GitHub. */
function readName({ memory }: GithubNeeds, ownerId: number, input: unknown): string {
  if (typeof input !== 'string' || input.trim() === '') throw missingField('Repository', 'name')
  const name = input.trim().replace(/[^\w.-]+/g, '-')
  if (name.length > MAX_NAME || /^\.{1,2}$/.test(name)) {
    throw failed(`name is too long or reserved (maximum is ${MAX_NAME} characters)`)
  }
  if (/\.git$/i.test(name)) throw failed("name cannot end in '.git'")
  if (memory.repositories.named(ownerId, name)) throw failed('name already exists on this account')

  return name
}

/** The fields that can be set on creation and changed later. */
function readFields(body: Body): Partial<Repository> {
  const { description } = body

  return {
    ...(description !== undefined && { description: description ? String(description) : null }),
    ...(body.private !== undefined && { isPrivate: body.private === true }),
  }
}

const failed = (message: string) =>
  new Refusal(422, 'Repository creation failed.', [
    { resource: 'Repository', code: 'custom', field: 'name', message },
  ])

const CREATE = {
  permission: 'administration',
  access: 'write' as const,
  scopes: ['public_repo', 'repo'],
}

export function creationRoutes(needs: GithubNeeds) {
  const { people, repositories } = needs.memory

  const create = async (
    c: Context<ApiEnv>,
    caller: Caller,
    owner: Account,
    collaborators: Repository['collaborators'] = [],
  ) => {
    const body = await readBody(c)
    mustReach(caller, owner, body.private === true)
    const installation = installationFor(needs, caller, owner)
    const name = readName(needs, owner.id, body.name)
    const [repository] = await repositories.add([
      {
        ownerId: owner.id,
        name,
        ...readFields(body),
        ...settling(needs),
        collaborators,
        story: body.auto_init === true ? firstCommit(needs, caller, name) : [],
      },
    ])
    if (!repository) throw notFound()
    // An app gets access to the repositories it creates, even with a selection.
    if (installation && installation.selection !== 'all') {
      const selection = [...installation.selection, repository.id]
      await needs.memory.installations.change(() => Object.assign(installation, { selection }))
    }
    const rendered = renderRepository(needs, repository, 'admin')
    return c.json(rendered, 201, { location: rendered?.url ?? '' })
  }

  return new Hono<ApiEnv>()
    .post('/user/repos', (c) => {
      const caller = requireRight(c, CREATE)
      return create(c, caller, caller.person)
    })
    .post('/orgs/:org/repos', (c) => {
      const caller = requireUser(c)
      const organisation = people.organisation(c.req.param('org'))
      const role = organisation && roleIn(organisation, caller.person.id)
      if (!organisation || !role) throw notFound()
      requireRight(c, CREATE)
      mustBeAdmitted(needs, c, organisation)
      if (role === 'admin') return create(c, caller, organisation)
      return create(c, caller, organisation, [{ personId: caller.person.id, role: 'admin' }])
    })
}

/** A private one needs the whole scope; a fine-grained token must reach all repositories of the account. */
function mustReach(caller: Caller, owner: Account, isPrivate: boolean): void {
  const { program, scopes } = caller
  if (program.kind === 'classic-token' && isPrivate && !scopes.includes('repo')) throw notFound()
  if (program.kind !== 'fine-grained-token') return
  if (program.ownerId !== owner.id || program.repositoryIds !== null) {
    throw notAccessible(accessorOf(caller))
  }
}

/** A GitHub App creates repositories only on accounts where it is installed. */
function installationFor({ memory }: GithubNeeds, { program }: Caller, owner: Account) {
  if (program.kind !== 'github-app') return undefined
  const found = installationOn(memory.installations.state, program.clientId, owner.id)
  if (!found) throw notAccessible()
  if (found.suspended) throw new Refusal(403, 'This installation has been suspended')

  return found
}

/** On GitHub a new repository is not found everywhere at once. */
const settling = ({ memory: { limits } }: GithubNeeds): Pick<Repository, 'settles'> =>
  limits.state.creationLagCalls > 0 ? { settles: limits.state.creationLagCalls } : {}

const firstCommit = ({ clock }: GithubNeeds, { person }: Caller, name: string) => [
  {
    message: 'Initial commit',
    authorId: person.id,
    at: clock.now(),
    files: { 'README.md': `# ${name}\n` },
  },
]
