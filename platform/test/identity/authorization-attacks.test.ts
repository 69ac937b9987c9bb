// Over both databases: a code is exchanged once under the account's lock, and its second use ends a session.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '#test/auth-server.ts'
import { forThisFile } from '#test/for-this-file.ts'
import {
  type AuthorizationServer,
  type Exchange,
  pkce,
  REDIRECT,
  sentBack,
  startAuthorization,
  startSharedAuthorization,
  type TokenJson,
} from './authorization-server.ts'
import { claimsOf, MINUTE_MS, memberWithFactor, ok, refusal } from './factors-server.ts'

const shared = forThisFile(startSharedAuthorization({}))

test('of eight parallel exchanges of a code one gets tokens, and the others end its session', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const exchange = await server.codeFor(as, client)

  const answers = await Promise.all(Array.from({ length: 8 }, () => server.token(exchange)))

  const [won] = answers.filter(({ status }) => status === 200)
  expect(answers.map(outcome).toSorted()).toEqual([
    '200',
    ...Array<string>(7).fill('400 invalid_grant'),
  ])
  expect(await userInfo(server, won?.body.access_token)).toBe('403 session_not_found')
  expect(outcome(await server.refresh(client, won?.body.refresh_token ?? ''))).toBe(
    '400 invalid_grant',
  )
})

test('what a member allows ends with the sign-in, where a company has said when', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  await server.sql(
    `update auth.sessions set not_after = created_at + interval '5 minutes' where id = $1`,
    [claimsOf(as).session_id],
  )
  const { body } = await server.token(await server.codeFor(as, client))
  const inTime = await server.refresh(client, body.refresh_token)

  server.forward(5 * MINUTE_MS)

  expect(outcome(inTime)).toBe('200')
  expect(outcome(await server.refresh(client, inTime.body.refresh_token))).toBe('400 invalid_grant')
  expect(await userInfo(server, inTime.body.access_token)).toBe('403 session_not_found')
})

test('a code is for its client, its redirect, its verifier and a minute', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server, {
    redirect_uris: [REDIRECT, `${REDIRECT}/other`],
  })
  const other = await server.newClient()
  const exchange = await server.codeFor(as, client)
  const attempt = async (changes: Exchange) =>
    outcome(await server.token({ ...exchange, ...changes }))

  const attempts = {
    'another client': await attempt({
      client_id: other.client_id,
      client_secret: other.client_secret,
    }),
    'another redirect': await attempt({ redirect_uri: `${REDIRECT}/other` }),
    'no redirect': await attempt({ redirect_uri: undefined }),
    'another verifier': await attempt({ code_verifier: pkce().verifier }),
    'no verifier': await attempt({ code_verifier: undefined }),
    'the challenge as verifier': await attempt({ code_verifier: 'x'.repeat(43) }),
    'a wrong secret': await attempt({ client_secret: 'x' }),
    'no secret': await attempt({ client_secret: undefined }),
    'another code': await attempt({ code: `${exchange.code}x` }),
    'a grant of its own': await attempt({ grant_type: 'password' }),
  }
  server.forward(59_000)
  const inTime = await attempt({})
  const late = await server.codeFor(as, client)
  server.forward(61_000)

  expect(attempts).toEqual({
    'another client': '400 invalid_grant',
    'another redirect': '400 invalid_grant',
    'no redirect': '400 invalid_request',
    'another verifier': '400 invalid_grant',
    'no verifier': '400 invalid_request',
    'the challenge as verifier': '400 invalid_grant',
    'a wrong secret': '400 invalid_client',
    'no secret': '400 invalid_client',
    'another code': '400 invalid_grant',
    'a grant of its own': '400 unsupported_grant_type',
  })
  expect(inTime).toBe('200')
  expect(outcome(await server.token(late))).toBe('400 invalid_grant')
})

test('a request is refused at the client, but only at an address that it registered', async () => {
  const server = shared()
  const client = await server.newClient()
  const sent = async (changes: Exchange) => {
    const { address, error, state } = sentBack(await server.authorize(client, changes))
    return [address, error, state].join(' ')
  }
  const kept = async (changes: Exchange) => refusal(await server.authorize(client, changes))

  const invalid = `${REDIRECT} invalid_request the state`
  expect({
    plain: await sent({ code_challenge_method: 'plain' }),
    'no method': await sent({ code_challenge_method: undefined }),
    'no challenge': await sent({ code_challenge: undefined }),
    'a short challenge': await sent({ code_challenge: 'x'.repeat(42) }),
    implicit: await sent({ response_type: 'token' }),
    'an unknown scope': await sent({ scope: 'openid admin' }),
    'data for a third party': await sent({ scope: 'sync:read' }),
    'a relative resource': await sent({ resource: '/mcp' }),
  }).toEqual({
    plain: invalid,
    'no method': invalid,
    'no challenge': invalid,
    'a short challenge': invalid,
    implicit: invalid,
    'an unknown scope': invalid,
    'data for a third party': invalid,
    'a relative resource': invalid,
  })
  expect({
    'no client': await kept({ client_id: undefined }),
    'unknown client': await kept({ client_id: randomUUID() }),
    'no id': await kept({ client_id: "' or 1=1" }),
    'foreign redirect': await kept({ redirect_uri: 'https://evil.example/callback' }),
    'longer redirect': await kept({ redirect_uri: `${REDIRECT}/` }),
    'no redirect': await kept({ redirect_uri: undefined }),
  }).toEqual({
    'no client': '400 oauth_client_not_found',
    'unknown client': '400 oauth_client_not_found',
    'no id': '400 oauth_client_not_found',
    'foreign redirect': '400 validation_failed',
    'longer redirect': '400 validation_failed',
    'no redirect': '400 validation_failed',
  })
})

test('a request is answered by who opened it first, on our pages, once and within ten minutes', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const { access_token: other } = await server.newMember()
  const id = await server.ask(client)
  const from = (origin: string) =>
    server.call(`/oauth/authorizations/${id}/consent`, {
      method: 'POST',
      body: { action: 'approve' },
      as,
      headers: { origin },
    })

  const foreign = refusal(await from('https://evil.example'))
  ok(await server.read(as, id))
  const others = [await server.read(other, id), await server.decide(other, id, 'approve')]
  const unknown = await server.read(as, randomUUID())
  const neither = await server.decide(as, id, 'maybe')
  const ours = (await from(server.url)).status
  const again = await server.decide(as, id, 'deny')
  const old = await server.ask(client)
  server.forward(10 * MINUTE_MS + 1000)
  const late = await server.read(as, old)

  expect(foreign).toBe('400 validation_failed')
  expect(others.map(refusal)).toEqual(Array(2).fill('404 oauth_authorization_not_found'))
  expect(refusal(unknown)).toBe('404 oauth_authorization_not_found')
  expect(refusal(neither)).toBe('400 validation_failed')
  expect(ours).toBe(200)
  expect(refusal(again)).toBe('400 validation_failed')
  expect(refusal(late)).toBe('404 oauth_authorization_not_found')
})

test('of eight parallel consents one gets a code', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const id = await server.ask(client)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.decide(as, id, 'approve')),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test("a third party's tokens open nothing but userinfo", async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const { access_token: token, id_token: idToken } = ok(
    await server.token(await server.codeFor(as, client)),
  )
  const reach = await reachOf(server, token)

  expect(reach).toEqual({
    'rest, read': '403 insufficient_scope',
    'rest, write': '403 insufficient_scope',
    'storage, read': '403 insufficient_scope',
    'storage, write': '403 insufficient_scope',
    'a function': '403 insufficient_scope',
    'a function that names the scope': '403 insufficient_scope',
    'the account': '403 insufficient_scope',
    'a password change': '403 insufficient_scope',
    'a sign-out': '403 insufficient_scope',
    'consent to another client': '403 insufficient_scope',
    grants: '403 insufficient_scope',
    'admin calls': '403 insufficient_scope',
  })
  expect(await reachOf(server, idToken)).toEqual(reach)
  expect(await userInfo(server, token)).toBe('200')
  expect(await userInfo(server, idToken)).toBe('403 insufficient_scope')
  expect(await userInfo(server, as)).toBe('403 insufficient_scope')
})

test('a first-party client reaches what its scopes name, until the mark is taken away', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server, { is_first_party: true })
  const tokensFor = async (scope: string) =>
    ok(await server.token(await server.codeFor(as, client, { scope })))
  const reader = await tokensFor('sync:read')
  const writer = await tokensFor('sync:write')
  const identity = await tokensFor('openid')

  const read = await reachOf(server, reader.access_token)
  const write = await reachOf(server, writer.access_token)
  const neither = await reachOf(server, identity.access_token)
  const waiting = await server.ask(client, { scope: 'sync:read profile' })
  await server.admin(`/admin/oauth/clients/${client.client_id}`, {
    method: 'PUT',
    body: { is_first_party: false },
  })

  const closed = '403 insufficient_scope'
  expect(read).toMatchObject({
    'rest, read': '200',
    'rest, write': closed,
    'storage, read': '200',
    'storage, write': closed,
    'a function': closed,
    'a function that names the scope': '200',
    'the account': closed,
  })
  expect(write).toMatchObject({
    'rest, read': closed,
    'rest, write': '201',
    'a function': closed,
    'a function that names the scope': closed,
    'the account': closed,
  })
  expect(Object.values(neither)).toEqual(Array(12).fill(closed))
  expect(outcome(await server.refresh(client, reader.refresh_token))).toBe('400 invalid_grant')
  expect(await userInfo(server, reader.access_token)).toBe('403 session_not_found')
  expect(refusal(await server.decide(as, waiting, 'approve'))).toBe(
    '404 oauth_authorization_not_found',
  )
})

test('a revoked grant ends its sessions and its unused codes, and is asked for again', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const tokens = ok(await server.token(await server.codeFor(as, client)))
  const unused = await server.codeFor(as, client)

  const revoked = await server.revoke(as, client.client_id)
  const again = await server.revoke(as, client.client_id)
  const never = await server.revoke(as, 'x')

  expect(revoked.status).toBe(204)
  expect([again, never].map(refusal)).toEqual(Array(2).fill('404 oauth_consent_not_found'))
  expect(await server.grants(as)).toEqual([])
  expect(await userInfo(server, tokens.access_token)).toBe('403 session_not_found')
  expect(outcome(await server.refresh(client, tokens.refresh_token))).toBe('400 invalid_grant')
  expect(outcome(await server.token(unused))).toBe('400 invalid_grant')
  expect((await server.read(as, await server.ask(client))).body).toHaveProperty('authorization_id')
})

test('a grant covers what was allowed: another scope is asked for, another member too', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const { access_token: other } = await server.newMember()
  await server.codeFor(as, client, { scope: 'openid email' })

  const same = await server.read(as, await server.ask(client, { scope: 'email' }))
  const more = await server.read(as, await server.ask(client, { scope: 'email phone' }))
  const others = await server.read(other, await server.ask(client, { scope: 'email' }))

  expect(same.body).toHaveProperty('redirect_url')
  expect(more.body).toMatchObject({ scope: 'email phone' })
  expect(others.body).toMatchObject({ scope: 'email' })
})

test('refresh tokens stay with their client: not for another, not for the member, not twice', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const other = await server.newClient()
  const { refresh_token: first } = ok(await server.token(await server.codeFor(as, client)))
  const own = ok(await server.signIn((await server.newMember()).user.email).then(asAnswer))

  const atOther = await server.refresh(other, first)
  const asMember = await server.post('/token?grant_type=refresh_token', { refresh_token: first })
  const membersOwn = await server.refresh(client, own.refresh_token)
  const second = ok(await server.refresh(client, first)).refresh_token
  const third = ok(await server.refresh(client, second)).refresh_token
  server.forward(11_000)
  const replayed = await server.refresh(client, first)

  expect([atOther, membersOwn, replayed].map(outcome)).toEqual(Array(3).fill('400 invalid_grant'))
  expect(refusal(asMember)).toBe('400 refresh_token_not_found')
  expect(outcome(await server.refresh(client, third))).toBe('400 invalid_grant')
})

test('a member with a second factor consents at aal2, and the client gets that level', async () => {
  const server = shared()
  const { email, token } = await memberWithFactor(server)
  const client = await server.newClient()
  const { access_token: low } = await server.signIn(email)

  const refused = await server.read(low, await server.ask(client))
  const { access_token } = ok(await server.token(await server.codeFor(token, client)))
  const [, payload = ''] = access_token.split('.')

  expect(refusal(refused)).toBe('403 insufficient_aal')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ aal: 'aal2' })
})

test('a deleted client takes its grants and sessions along, and a new secret ends the old one', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const tokens = ok(await server.token(await server.codeFor(as, client)))
  const path = `/admin/oauth/clients/${client.client_id}`

  const { body: renewed } = await server.admin<{ client_secret: string }>(
    `${path}/regenerate_secret`,
    { method: 'POST' },
  )
  const withOld = await server.refresh(client, tokens.refresh_token)
  const withNew = await server.refresh({ ...client, ...renewed }, tokens.refresh_token)
  await server.admin(path, { method: 'DELETE' })

  expect([withOld, withNew].map(outcome)).toEqual(['400 invalid_client', '200'])
  expect(await userInfo(server, tokens.access_token)).toBe('403 session_not_found')
  expect(await server.grants(as)).toEqual([])
})

test('the token endpoint takes forms, JSON and HTTP Basic, and refuses two ways at once', async () => {
  const server = shared()
  const { as, client } = await memberAndClient(server)
  const publicClient = await server.newClient({ token_endpoint_auth_method: 'none' })
  const basic = {
    authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`,
  }
  const codeOf = (one = client) => server.codeFor(as, one)
  const { client_secret: _, client_id: _id, ...unnamed } = await codeOf()

  const byBasic = await server.token(unnamed, basic)
  const byJson = await server.post<TokenJson>('/oauth/token', await codeOf())
  const byPublic = await server.token(await codeOf(publicClient))
  const twice = await server.token(await codeOf(), basic)
  const secretOfPublic = await server.token({ ...(await codeOf(publicClient)), client_secret: 'x' })
  const nothing = await server.token({})
  const noJson = await server.call<TokenJson>('/oauth/token', { method: 'POST', body: '{' })

  expect([byBasic, byJson, byPublic].map(outcome)).toEqual(['200', '200', '200'])
  expect([twice, secretOfPublic, nothing, noJson].map(outcome)).toEqual([
    '400 invalid_request',
    '400 invalid_client',
    '400 invalid_request',
    '400 invalid_request',
  ])
})

test('a ban, a sign-out everywhere and the deletion of the account end a client too', async () => {
  const server = shared()
  const { as, client, id } = await memberAndClient(server)
  const code = await server.codeFor(as, client)
  const first = ok(await server.token(await server.codeFor(as, client)))

  await server.call('/logout?scope=global', { method: 'POST', as })
  const signedOut = await server.refresh(client, first.refresh_token)
  await server.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  const banned = await server.token(code)
  await server.admin(`/admin/users/${id}`, { method: 'DELETE' })

  expect([signedOut, banned].map(outcome)).toEqual(['400 invalid_grant', '400 access_denied'])
  expect(await server.sql('select from auth.oauth_consents where user_id = $1', [id])).toHaveLength(
    0,
  )
})

test('neither secrets nor codes are stored, and each decision has its audit line', async () => {
  const server = shared()
  const { as, client, id } = await memberAndClient(server)
  const exchange = await server.codeFor(as, client)
  await server.token(exchange)
  await server.revoke(as, client.client_id)

  const tables = ['oauth_clients', 'oauth_authorizations', 'oauth_consents', 'sessions']
  const stored = await Promise.all(
    tables.map((table) =>
      server.sql(`select to_jsonb(one)::text as row from auth.${table} as one`),
    ),
  )
  const entries = await server.sql<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = $1 and payload -> 'traits' ->> 'client_id' = $2
      order by created_at, payload ->> 'action' desc`,
    [id, client.client_id],
  )

  expect(JSON.stringify(stored)).not.toContain(client.client_secret)
  expect(JSON.stringify(stored)).not.toContain(exchange.code)
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'login',
    'oauth_consent_granted',
    'oauth_consent_revoked',
  ])
})

test('without the switches nothing answers, and without the second nobody registers', async () => {
  const off = await startAuthorization({
    db: shared().db,
    env: { AUTH_OAUTH_SERVER_ENABLED: 'false' },
  })
  const closed = await startAuthorization({
    db: shared().db,
    env: { AUTH_OAUTH_DYNAMIC_REGISTRATION: 'false' },
  })
  const register = (server: AuthorizationServer) =>
    server.post('/oauth/clients/register', { redirect_uris: [REDIRECT] })

  const answers = [
    await off.admin('/admin/oauth/clients'),
    await off.call('/oauth/authorize'),
    await off.call('/.well-known/oauth-authorization-server'),
    await register(off),
    await register(closed),
  ]

  expect(answers.map(refusal)).toEqual([
    ...Array<string>(4).fill('404 feature_disabled'),
    '403 oauth_dynamic_client_registration_disabled',
  ])
})

async function memberAndClient(server: AuthorizationServer, fields: object = {}) {
  const { access_token: as, user } = await server.newMember()

  return { as, id: user.id, client: await server.newClient(fields) }
}

const outcome = ({ status, body }: Answer<TokenJson>) =>
  status === 200 ? '200' : `${status} ${body.error}`

const asAnswer = <Body>(body: Body) => ({ status: 200, headers: new Headers(), body })

async function userInfo(server: AuthorizationServer, as = ''): Promise<string> {
  const answer = await server.call('/oauth/userinfo', { as, headers: { apikey: undefined } })

  return answer.status === 200 ? '200' : refusal(answer)
}

/** What a token opens, surface by surface. */
async function reachOf(server: AuthorizationServer, token: string) {
  const send = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        apikey: server.keys.publishable,
        authorization: `Bearer ${token}`,
        'x-supabase-api-version': '2024-01-01',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const { code = '' } = answer.ok || text === '' ? {} : (JSON.parse(text) as { code?: string })

    return `${answer.status} ${code}`.trim()
  }
  const id = randomUUID()

  return {
    'rest, read': await send('/rest/v1/notes?select=id'),
    'rest, write': await send('/rest/v1/notes', 'POST', { text: 'note' }),
    'storage, read': await send('/storage/v1/bucket'),
    'storage, write': await send('/storage/v1/bucket', 'POST', { name: 'mine' }),
    'a function': await send('/functions/v1/whoami'),
    'a function that names the scope': await send('/functions/v1/read-apps'),
    'the account': await send('/auth/v1/user'),
    'a password change': await send('/auth/v1/user', 'PUT', { password: 'another-secret' }),
    'a sign-out': await send('/auth/v1/logout?scope=global', 'POST'),
    'consent to another client': await send(`/auth/v1/oauth/authorizations/${id}`),
    grants: await send('/auth/v1/user/oauth/grants'),
    'admin calls': await send('/auth/v1/admin/users'),
  }
}
