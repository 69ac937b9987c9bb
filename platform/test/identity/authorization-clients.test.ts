import { createClient } from '@supabase/supabase-js'
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import {
  type AuthorizationServer,
  pkce,
  REDIRECT,
  startSharedAuthorization,
} from './authorization-server.ts'
import { claimsOf, ok, PASSWORD } from './factors-server.ts'

const shared = forThisFile(startSharedAuthorization({}))

// The cases of the official client's own live tests.

test('a client is created, read, changed, given a new secret and deleted', async () => {
  const { oauth } = adminOf(shared())

  const created = await oauth.createClient({
    client_name: 'Example App',
    redirect_uris: ['https://app.example/callback', 'https://app.example/other'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
  const id = created.data?.client_id ?? ''
  const read = await oauth.getClient(id)
  const changed = await oauth.updateClient(id, { client_name: 'Other', logo_uri: 'https://a.b/c' })
  const renewed = await oauth.regenerateClientSecret(id)
  const removed = await oauth.deleteClient(id)
  const gone = await oauth.getClient(id)

  expect(created.data).toMatchObject({
    client_secret: expect.any(String),
    client_type: 'confidential',
    registration_type: 'manual',
    token_endpoint_auth_method: 'client_secret_basic',
    response_types: ['code'],
  })
  expect(read.data).not.toHaveProperty('client_secret')
  expect(read.data).toMatchObject({ client_id: id, client_name: 'Example App' })
  expect(changed.data).toMatchObject({ client_name: 'Other', logo_uri: 'https://a.b/c' })
  expect(changed.data?.redirect_uris).toEqual(created.data?.redirect_uris)
  expect(renewed.data?.client_secret).toEqual(expect.any(String))
  expect(renewed.data?.client_secret).not.toBe(created.data?.client_secret)
  expect(removed.error).toBeNull()
  expect(gone.error).toMatchObject({ status: 404, code: 'oauth_client_not_found' })
})

test('clients are listed by pages, also with empty page numbers', async () => {
  const server = shared()
  const { oauth } = adminOf(server)
  for (let n = 0; n < 3; n++) await server.newClient()

  const all = await oauth.listClients()
  const first = await oauth.listClients({ page: 1, perPage: 2 })

  expect(all.error).toBeNull()
  expect(all.data.clients.length).toBeGreaterThanOrEqual(3)
  expect(first.data.clients).toHaveLength(2)
  expect(first.data).toMatchObject({ nextPage: 2, total: all.data.clients.length })
})

test('an empty or unsafe list of redirects is refused by name; http is for this computer only', async () => {
  const { oauth } = adminOf(shared())
  const withRedirects = (redirect_uris: string[]) =>
    oauth.createClient({ client_name: 'Minimal', redirect_uris })

  const none = await withRedirects([])
  const unsafe = await withRedirects(['javascript:alert(1)'])
  const minimal = await withRedirects(['http://localhost:3000/callback'])

  expect(none.error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(none.error?.message).toContain('redirect_uris')
  expect(unsafe.error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(minimal.data).toMatchObject({ redirect_uris: ['http://localhost:3000/callback'] })
})

test('a change names something, and a public client has no secret to renew', async () => {
  const server = shared()
  const { oauth } = adminOf(server)
  const { client_id } = await server.newClient({ token_endpoint_auth_method: 'none' })

  const empty = await oauth.updateClient(client_id, {})
  const renewed = await oauth.regenerateClientSecret(client_id)
  const read = await oauth.getClient(client_id)

  expect([empty.error?.status, renewed.error?.status]).toEqual([400, 400])
  expect(read.data).toMatchObject({ client_type: 'public' })
})

test('the official client shows a request, approves it, lists the grant and revokes it', async () => {
  const server = shared()
  const client = await server.newClient({ client_uri: 'https://app.example' })
  const { auth, email, id: userId } = await signedIn(server)
  const id = await server.ask(client)

  const details = await auth.oauth.getAuthorizationDetails(id)
  const approved = await auth.oauth.approveAuthorization(id)
  const grants = await auth.oauth.listGrants()
  const again = await auth.oauth.getAuthorizationDetails(await server.ask(client))
  const revoked = await auth.oauth.revokeGrant({ clientId: client.client_id })
  const left = await auth.oauth.listGrants()
  const denied = await auth.oauth.denyAuthorization(await server.ask(client))

  const facts = { id: client.client_id, name: 'Example App', uri: 'https://app.example' }
  expect(details.data).toEqual({
    authorization_id: id,
    redirect_uri: REDIRECT,
    client: facts,
    user: { id: userId, email },
    scope: 'openid email',
  })
  expect(approved.data?.redirect_url).toMatch(/callback\?code=[\w-]{43}&state=the\+state$/)
  expect(grants.data).toEqual([
    { client: facts, scopes: ['openid', 'email'], granted_at: expect.any(String) },
  ])
  expect(again.data).toEqual({ redirect_url: expect.stringContaining('code=') })
  expect([revoked.error, left.data]).toEqual([null, []])
  expect(denied.data?.redirect_url).toContain('error=access_denied')
})

test('openid-client completes code and PKCE, reads who it is, and refreshes', async () => {
  const server = shared()
  const client = await server.newClient()
  const { access_token: as, user } = await server.newMember()
  const config = await oidc.discovery(
    new URL(server.base),
    client.client_id,
    client.client_secret,
    undefined,
    { execute: [oidc.allowInsecureRequests] },
  )
  const verifier = oidc.randomPKCECodeVerifier()
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]

  const to = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'openid email profile offline_access',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  const back = await consentTo(server, to, as)
  const tokens = await oidc.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const facts = await oidc.fetchUserInfo(config, tokens.access_token, user.id)
  const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')

  expect(tokens.claims()).toMatchObject({
    sub: user.id,
    aud: client.client_id,
    email: user.email,
    email_verified: true,
    auth_time: expect.any(Number),
  })
  expect(facts).toEqual({
    sub: user.id,
    email: user.email,
    email_verified: true,
    updated_at: expect.any(Number),
  })
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  expect(claimsOf(refreshed.access_token)).toMatchObject({
    client_id: client.client_id,
    scope: 'openid email profile offline_access',
    amr: [{ method: 'oauth_provider/authorization_code', timestamp: expect.any(Number) }],
  })
})

test('a client that knows only the address discovers, registers and signs in, as MCP clients do', async () => {
  const server = shared()
  const { access_token: as, user } = await server.newMember()
  const found = await fetch(`${server.base}/.well-known/oauth-authorization-server`)
  const metadata = (await found.json()) as Record<string, string>
  const redirect = 'http://127.0.0.1:33418/'
  const registered = await fetch(metadata.registration_endpoint ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'MCP Inspector',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'openid email',
      is_first_party: true,
    }),
  })
  const client = (await registered.json()) as { client_id: string }
  const { verifier, challenge } = pkce()

  const to = new URL(metadata.authorization_endpoint ?? '')
  to.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirect,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: 'https://mcp.example/mcp',
  }).toString()
  const back = await consentTo(server, to, as)
  const exchanged = await fetch(metadata.token_endpoint ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.client_id,
      redirect_uri: redirect,
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      resource: 'https://mcp.example/mcp',
    }),
  })
  const tokens = (await exchanged.json()) as { access_token: string }
  const info = await fetch(metadata.userinfo_endpoint ?? '', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })

  expect(registered.status).toBe(201)
  expect(client).toMatchObject({ client_type: 'public', registration_type: 'dynamic' })
  expect(client).not.toHaveProperty('client_secret')
  expect((await server.admin(`/admin/oauth/clients/${client.client_id}`)).body).toMatchObject({
    is_first_party: false,
  })
  expect(await info.json()).toEqual({ sub: user.id, email: user.email, email_verified: true })
})

test('both well-known documents say the same, and name S256 and one algorithm only', async () => {
  const { base } = shared()
  const [one, other] = await Promise.all(
    ['openid-configuration', 'oauth-authorization-server'].map(async (name) =>
      (await fetch(`${base}/.well-known/${name}`)).json(),
    ),
  )

  expect(one).toEqual(other)
  expect(one).toMatchObject({
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['ES256'],
  })
})

/** What the browser and the member do between the client's redirect and its callback. */
async function consentTo(server: AuthorizationServer, to: URL, as: string): Promise<URL> {
  const sent = await fetch(to, { redirect: 'manual' })
  const consent = new URL(sent.headers.get('location') ?? '')
  expect(consent.pathname).toBe('/oauth/consent')
  const id = consent.searchParams.get('authorization_id') ?? ''

  return new URL(ok(await server.decide(as, id, 'approve')).redirect_url)
}

const adminOf = (server: AuthorizationServer) => officialClient(server, server.keys.secret).admin

async function signedIn(server: AuthorizationServer) {
  const { user } = await server.newMember()
  const auth = officialClient(server, server.keys.publishable)
  await auth.signInWithPassword({ email: user.email, password: PASSWORD })

  return { auth, ...user }
}

const officialClient = ({ url }: AuthorizationServer, key: string) =>
  createClient(url, key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket, so the client needs a substitute.
    realtime: { transport: class {} as never },
  }).auth
