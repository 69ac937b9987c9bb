import { createHash, randomBytes } from 'node:crypto'
import type {
  OAuthAuthorizationJson,
  OAuthClientJson,
  OAuthGrantJson,
  OAuthRedirectJson,
} from '@app/contract/oauth'
import type { Environment } from '#config/environment.ts'
import type { Answer } from '#test/auth-server.ts'
import { type AuthOptions, startAuth, startAuthOn } from '#test/auth-server.ts'
import type { AtEnd } from '#test/fresh-database.ts'
import { recycledDatabase } from '#test/recycled-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { type FactorsServer, ok, startFactorsOn } from './factors-server.ts'

export const REDIRECT = 'https://app.example/callback'

const ON = { AUTH_OAUTH_SERVER_ENABLED: 'true', AUTH_OAUTH_DYNAMIC_REGISTRATION: 'true' }

/** The identity service with its OAuth server, with a clock that only tests move. */
export const startAuthorization = ({ env = {}, ...options }: AuthOptions = {}) =>
  startFactorsOn(startAuth, { ...options, env: { ...ON, ...env } }).then(withOAuth)

/** The same for all tests of a file. */
export const startSharedAuthorization = (env: Environment) => (atEnd: AtEnd) =>
  startFactorsOn(
    async (options) =>
      startAuthOn((started) => startTestServer({ ...started, atEnd }), {
        ...options,
        db: await recycledDatabase(options.clock, atEnd),
      }),
    { env: { ...ON, ...env } },
  ).then(withOAuth)

export type TokenJson = {
  access_token: string
  refresh_token: string
  id_token: string
  scope: string
  error: string
}

export type Exchange = Record<string, string | undefined>

function withOAuth(server: FactorsServer) {
  const newClient = async (fields: object = {}) =>
    created(
      await server.admin<OAuthClientJson>('/admin/oauth/clients', {
        method: 'POST',
        body: { client_name: 'Example App', redirect_uris: [REDIRECT], ...fields },
      }),
    )
  const authorize = (client: OAuthClientJson, parameters: Exchange = {}) =>
    server.call(`/oauth/authorize?${query(requestOf(client, parameters))}`, {
      headers: { apikey: undefined },
    })
  /** The id of a request that waits for consent. */
  const ask = async (client: OAuthClientJson, parameters: Exchange = {}) => {
    const { headers } = await authorize(client, parameters)
    return new URL(headers.get('location') ?? '').searchParams.get('authorization_id') ?? ''
  }
  const read = (as: string, id: string) =>
    server.call<OAuthAuthorizationJson & OAuthRedirectJson>(`/oauth/authorizations/${id}`, { as })
  const decide = (as: string, id: string, action: string) =>
    server.post<OAuthRedirectJson>(`/oauth/authorizations/${id}/consent`, { action }, { as })
  const token = (fields: Exchange, headers: Record<string, string> = {}) =>
    server.call<TokenJson>('/oauth/token', {
      method: 'POST',
      body: query(fields),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        apikey: undefined,
        ...headers,
      },
    })

  return {
    ...server,
    newClient,
    authorize,
    ask,
    read,
    decide,
    token,
    grants: async (as: string) =>
      ok(await server.call<OAuthGrantJson[]>('/user/oauth/grants', { as })),
    revoke: (as: string, clientId: string) =>
      server.call(`/user/oauth/grants?client_id=${clientId}`, { method: 'DELETE', as }),
    /** A code that the member's consent led to, with what its exchange needs. */
    async codeFor(as: string, client: OAuthClientJson, parameters: Exchange = {}) {
      const { verifier, challenge } = pkce()
      const id = await ask(client, { code_challenge: challenge, ...parameters })
      const { redirect_url } = ok(await decide(as, id, 'approve'))
      const code = new URL(redirect_url).searchParams.get('code') ?? ''

      return {
        grant_type: 'authorization_code',
        client_id: client.client_id,
        client_secret: client.client_secret,
        redirect_uri: parameters.redirect_uri ?? REDIRECT,
        code,
        code_verifier: verifier,
      }
    },
    refresh: (client: OAuthClientJson, refresh_token: string) =>
      token({
        grant_type: 'refresh_token',
        client_id: client.client_id,
        client_secret: client.client_secret,
        refresh_token,
      }),
  }
}

export type AuthorizationServer = Awaited<ReturnType<typeof startAuthorization>>

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')

  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

const requestOf = ({ client_id }: OAuthClientJson, parameters: Exchange) => ({
  client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: 'openid email',
  state: 'the state',
  code_challenge: pkce().challenge,
  code_challenge_method: 'S256',
  ...parameters,
})

const query = (fields: Exchange) =>
  new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()

function created<Body>({ status, body }: Answer<Body>): Body {
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)

  return body
}

/** The parameters with which the browser is sent away. */
export const sentBack = ({ headers }: { headers: Headers }) => {
  const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '')

  return {
    address: `${origin}${pathname}`,
    error: searchParams.get('error'),
    state: searchParams.get('state'),
  }
}
