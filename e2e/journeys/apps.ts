import { createHash } from 'node:crypto'
import type { Requests } from './people.ts'

export type App = { client_id: string; client_name: string }

export const APP_ADDRESS = 'https://app.example/callback'

/** Adds an OAuth client by the admin call. */
export async function newApp(request: Requests, fields: object = {}): Promise<App> {
  const apikey = process.env.E2E_SECRET_KEY
  if (!apikey) throw new Error('E2E_SECRET_KEY must hold the secret key of the product')
  const answer = await request.post('/auth/v1/admin/oauth/clients', {
    data: {
      client_name: `App ${crypto.randomUUID().slice(0, 8)}`,
      redirect_uris: [APP_ADDRESS],
      token_endpoint_auth_method: 'none',
      ...fields,
    },
    headers: { apikey },
  })

  if (!answer.ok()) throw new Error(`oauth/clients: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as App
}

/** The URL to which an app sends the browser for authorization. */
export const accessAddress = (
  { client_id }: App,
  scope = 'openid email',
  redirect_uri = APP_ADDRESS,
): string =>
  `/auth/v1/oauth/authorize?${new URLSearchParams({
    client_id,
    redirect_uri,
    scope,
    response_type: 'code',
    state: 'the-state',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
  })}`
