import { type Context, Hono } from 'hono'
import { mustBeAdmitted } from '#github/access/open-repository.ts'
import type { ApiEnv, Caller } from '#github/api/api-env.ts'
import { accessorOf, requireRight, requireUser } from '#github/api/caller.ts'
import { notAccessible, notFound, Refusal } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { installationOn } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Account, roleIn } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepository } from '#github/shapes/repository-shapes.ts'
import { readFields, readName } from './one-routes.ts'

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
