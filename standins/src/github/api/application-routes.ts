import { type Context, Hono } from 'hono'
import type { Token } from '#github/grants/grant-memory.ts'
import { findGrant, revokeGrant } from '#github/grants/grants.ts'
import { findToken, forgetToken } from '#github/grants/tokens.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { authorizationShape } from '#github/shapes/authorization-shape.ts'
import { announceRevocation } from '#github/webhooks/authorization-events.ts'
import type { ApiEnv } from './api-env.ts'
import { authenticateApplication } from './authenticate-application.ts'
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
