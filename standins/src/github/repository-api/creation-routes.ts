import { type Context, Hono } from 'hono'
import type { ApiEnv, Caller } from '#github/api/api-env.ts'
import { requireUser } from '#github/api/caller.ts'
import { notAccessible, notFound, Refusal } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { requireRight } from '#github/api/rights.ts'
import { installationOn } from '#github/installations/installation-memory.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { type Account, roleIn } from '#github/people/organisation.ts'
import { renderRepository } from '#github/shapes/render-repository.ts'
import { readFields, readName } from './read-repository.ts'

const CREATE = {
  permission: 'administration',
  access: 'write' as const,
  scopes: ['public_repo', 'repo'],
}

export function creationRoutes(needs: GithubNeeds) {
  const { people, repositories } = needs.memory

  const create = async (c: Context<ApiEnv>, caller: Caller, owner: Account) => {
    const body = await readBody(c)
    const installation = installationFor(needs, caller, owner)
    const name = readName(needs, owner.id, body.name)
    const [repository] = await repositories.add([
      {
        ownerId: owner.id,
        name,
        ...readFields(body),
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
      return create(c, caller, organisation)
    })
}

/** A GitHub App creates repositories only on accounts where it is installed. */
function installationFor({ memory }: GithubNeeds, { registration }: Caller, owner: Account) {
  if (registration.kind === 'oauth-app') return undefined
  const found = installationOn(memory.installations.state, registration.clientId, owner.id)
  if (!found) throw notAccessible()
  if (found.suspended) throw new Refusal(403, 'This installation has been suspended')

  return found
}

const firstCommit = ({ clock }: GithubNeeds, { person }: Caller, name: string) => [
  {
    message: 'Initial commit',
    authorId: person.id,
    at: clock.now(),
    files: { 'README.md': `# ${name}\n` },
  },
]
