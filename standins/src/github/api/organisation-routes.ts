import { Hono } from 'hono'
import { installationOn } from '#github/installations/installation-memory.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { type Organisation, roleIn } from '#github/people/organisation.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { simpleOrganisation } from '#github/shapes/user-shapes.ts'
import type { ApiEnv, Caller } from './api-env.ts'
import { requireUser } from './caller.ts'
import { Refusal } from './errors.ts'
import { pageOf } from './paging.ts'

const SCOPES = ['admin:org', 'read:org', 'repo', 'user', 'write:org']
/** `repo` is named in the header, but is not enough. */
const ENOUGH = SCOPES.filter((one) => one !== 'repo')

export const organisationRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>().get('/user/orgs', (c) => {
    const caller = requireUser(c)
    if (caller.program.kind === 'oauth-app') {
      c.header('x-accepted-oauth-scopes', SCOPES.join(', '))
    }
    const shown = organisationsFor(needs, caller)
    return c.json(pageOf(c, shown).map((one) => simpleOrganisation(addressesOf(needs), one)))
  })

/** An app sees those where it is installed, a fine-grained token none, others need a scope. */
function organisationsFor({ memory }: GithubNeeds, caller: Caller): Organisation[] {
  const { program, person, scopes } = caller
  const theirs = memory.people.organisations().filter((one) => roleIn(one, person.id) !== null)
  if (program.kind === 'fine-grained-token') return []
  if (program.kind === 'github-app') {
    const { state } = memory.installations
    return theirs.filter(({ id }) => installationOn(state, program.clientId, id) !== undefined)
  }
  if (ENOUGH.some((one) => scopes.includes(one))) return theirs
  throw new Refusal(
    403,
    'You need at least read:org scope or user scope to list your organizations.',
  )
}
