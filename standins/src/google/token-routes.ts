import { type Context, Hono } from 'hono'
import { basicCredentials } from '#oauth/basic-credentials.ts'
import { type Parameters, readParameters } from '#oauth/read-parameters.ts'
import type { Client } from './client.ts'
import { exchange } from './exchange.ts'
import { findClient, type GoogleNeeds } from './needs.ts'
import { TokenRefusal } from './token-refusal.ts'
import { revoke } from './tokens.ts'

/** Token and revocation endpoints. */
export function tokenRoutes(needs: GoogleNeeds): Hono {
  const { memory, clock } = needs

  return new Hono()
    .post('/token', async (c) => {
      c.header('cache-control', 'no-store')
      try {
        const asked = await readParameters(c)
        return c.json(await exchange(needs, authenticateClient(needs, c, asked), asked))
      } catch (error) {
        if (error instanceof TokenRefusal) return c.json(error.body, error.status)
        throw error
      }
    })
    .post('/revoke', async (c) => {
      const { token = '' } = await readParameters(c)
      const isDone = await memory.google.change((state) => revoke(state, token, clock.now()))
      if (isDone) return c.json({})
      const body = { error: 'invalid_token', error_description: 'Token expired or revoked' }
      return c.json(body, 400)
    })
}

function authenticateClient(needs: GoogleNeeds, c: Context, asked: Parameters): Client {
  const { clientId, clientSecret } = basicCredentials(c.req.header('authorization')) ?? {
    clientId: asked.client_id,
    clientSecret: asked.client_secret,
  }
  const client = findClient(needs, clientId)
  if (client && client.clientSecret === clientSecret) return client

  throw new TokenRefusal('invalid_client', 'Unauthorized')
}
