import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import {
  findGrant,
  findToken,
  forgetToken,
  type Grant,
  revokeGrant,
  type Token,
} from '#github/grants/grants.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { type Addresses, addressesOf } from '#github/shapes/addresses.ts'
import { githubTime, simpleUser } from '#github/shapes/user-shapes.ts'
import { announceRevocation } from '#github/webhooks/installation-events.ts'
import type { ApiEnv } from './api-env.ts'
import { authenticateApplication } from './credentials.ts'
import { notFound, requiresAuthentication, validationFailed } from './errors.ts'
import { readBody } from './read-body.ts'

/** A program manages its own tokens; it authenticates with its client secret. */
export function applicationRoutes(needs: GithubNeeds) {
  const { memory, clock } = needs
  const { grants, people } = memory

  const ownToken = async (c: Context<ApiEnv>): Promise<Token> => {
    const clientId = authenticateClient(needs, c)
    const { access_token: accessToken } = await readBody(c)
    if (typeof accessToken !== 'string') {
      throw validationFailed({
        resource: 'OauthAccess',
        code: 'missing_field',
        field: 'access_token',
      })
    }
    const token = findToken(grants.state, accessToken, clock.now())
    if (token?.clientId !== clientId) throw notFound()
    return token
  }

  return new Hono<ApiEnv>()
    .post('/applications/:client_id/token', async (c) => {
      const token = await ownToken(c)
      const grant = findGrant(grants.state, token)
      const person = people.byId(token.personId)
      const registration = findRegistration(needs, token.clientId)
      if (!grant || !person || !registration) throw notFound()
      return c.json(authorizationShape(addressesOf(needs), { token, grant, person, registration }))
    })
    .delete('/applications/:client_id/token', async (c) => {
      const token = await ownToken(c)
      await grants.change((state) => forgetToken(state, token))
      return c.body(null, 204)
    })
    .delete('/applications/:client_id/grant', async (c) => {
      const token = await ownToken(c)
      const person = people.byId(token.personId)
      await grants.change((state) => revokeGrant(state, token))
      if (person) announceRevocation(needs, token.clientId, person)
      return c.body(null, 204)
    })
}

function authenticateClient(needs: GithubNeeds, c: Context<ApiEnv>): string {
  const authorization = c.req.header('authorization')
  if (!authorization) throw requiresAuthentication()
  const application = authenticateApplication(needs, authorization)
  // A wrong secret and another client's id get the same answer.
  if (!application || application.clientId !== c.req.param('client_id')) throw notFound()

  return application.clientId
}

type Facts = { token: Token; grant: Grant; person: Person; registration: Registration }

/** A program's own token, as GitHub describes it. */
function authorizationShape(addresses: Addresses, { token, grant, person, registration }: Facts) {
  return {
    id: grant.id,
    url: `${addresses.api}/authorizations/${grant.id}`,
    app: { client_id: registration.clientId, name: registration.name, url: addresses.web },
    token: token.accessToken,
    hashed_token: createHash('sha256').update(token.accessToken).digest('hex'),
    token_last_eight: token.accessToken.slice(-8),
    note: null,
    note_url: null,
    created_at: githubTime(token.issuedAt),
    updated_at: githubTime(token.issuedAt),
    scopes: [],
    fingerprint: null,
    expires_at: githubTime(token.renewal.accessUntil),
    user: simpleUser(addresses, person),
  }
}
