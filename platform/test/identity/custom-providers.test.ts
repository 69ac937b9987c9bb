import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { openGoogle, REGISTERED } from '#test/outside/providers.ts'
import { ok, refusal } from './factors-server.ts'
import {
  answerProvider,
  arrive,
  keepCookies,
  type OAuthServer,
  PKCE,
  startOAuth,
  tokenOf,
} from './oauth-server.ts'

// The stand-in of Google plays the provider that an admin adds.

const PLACE = '/admin/custom-providers'
const ACME = { provider: 'custom:acme', person: 'lena@lanternworks.test' } as const

test('the official client’s admin adds, lists, reads, changes and removes a provider', async () => {
  const server = await startCustom()
  const { customProviders } = clientOf(server, server.keys.secret).auth.admin

  const made = await customProviders.createProvider(provider(server.google.issuer))
  const listed = await customProviders.listProviders()
  const others = await customProviders.listProviders({ type: 'oauth2' })
  const changed = await customProviders.updateProvider('custom:acme', {
    name: 'Acme Inc.',
    scopes: ['openid', 'email'],
    enabled: false,
  })
  const read = await customProviders.getProvider('custom:acme')
  const removed = await customProviders.deleteProvider('custom:acme')
  const gone = await customProviders.getProvider('custom:acme')

  expect(made.error).toBeNull()
  expect(made.data).toEqual({
    id: expect.any(String),
    provider_type: 'oidc',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: REGISTERED.clientId,
    acceptable_client_ids: [],
    scopes: ['openid', 'email', 'profile'],
    pkce_enabled: true,
    attribute_mapping: {},
    authorization_params: {},
    enabled: true,
    email_optional: false,
    issuer: server.google.issuer,
    skip_nonce_check: false,
    discovery_document: expect.objectContaining({
      token_endpoint: `${server.google.issuer}/token`,
      supported_id_token_signing_algs: ['RS256'],
    }),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(listed.data?.providers).toEqual([made.data])
  expect(others.data?.providers).toEqual([])
  expect(changed.data).toMatchObject({ name: 'Acme Inc.', enabled: false })
  expect(read.data).toEqual(changed.data)
  expect(removed.error).toBeNull()
  expect(gone.error?.code).toBe('custom_provider_not_found')
})

test('the official client signs a user in with it, and links it to an account', async () => {
  const server = await startCustom()
  await add(server)
  await server.member('member@example.test')
  const { auth } = clientOf(server)

  const begun = await auth.signInWithOAuth({
    provider: 'custom:acme',
    options: { skipBrowserRedirect: true },
  })
  const { query } = await travel(begun.data.url, 'lena@lanternworks.test')
  const { data, error } = await auth.exchangeCodeForSession(query.code ?? '')
  await auth.signInWithPassword({ email: 'member@example.test', password: 'secret-1' })
  const linking = await auth.linkIdentity({
    provider: 'custom:acme',
    options: { skipBrowserRedirect: true },
  })
  const linked = await travel(linking.data.url, 'jonas@example.test')
  await auth.exchangeCodeForSession(linked.query.code ?? '')
  const identities = await auth.getUserIdentities()

  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: 'lena@lanternworks.test',
    app_metadata: { provider: 'custom:acme', providers: ['custom:acme'] },
    identities: [{ provider: 'custom:acme', id: '100000000000000001004' }],
  })
  expect(identities.data?.identities.map((one) => one.provider)).toEqual(['email', 'custom:acme'])
})

test('an id token of the provider is exchanged for a session', async () => {
  const server = await startCustom()
  await add(server, { acceptable_client_ids: ['acme-phone'] })
  const { auth } = clientOf(server)
  const tokenFor = async (clientId: string) => {
    const body = { person: 'jonas@example.test', clientId }
    const reply = await server.google.control('POST', 'id-tokens', body)
    return ((await reply.json()) as { id_token: string }).id_token
  }

  const own = await auth.signInWithIdToken({
    provider: 'custom:acme',
    token: await tokenFor('acme-phone'),
  })
  const foreign = await auth.signInWithIdToken({
    provider: 'custom:acme',
    token: await tokenFor('somebody-else'),
  })

  expect(own.data.user?.identities?.[0]?.provider).toBe('custom:acme')
  expect(foreign.error?.status).toBe(400)
})

test('scopes and parameters of the provider are sent along, and callers cannot replace them', async () => {
  const server = await startCustom()
  await add(server, {
    scopes: ['openid', 'groups'],
    authorization_params: { prompt: 'login', tenant: 'acme' },
  })

  const page = new URL(
    await server.setOut({ provider: 'custom:acme', scopes: 'email', prompt: 'none', hint: 'x' }),
  )

  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    scope: 'openid groups email',
    prompt: 'login',
    tenant: 'acme',
    hint: 'x',
    code_challenge_method: 'S256',
    redirect_uri: `${server.config.apiUrl}/auth/v1/callback`,
  })
})

test('a secret is stored sealed and never shown; a change without one keeps it', async () => {
  const server = await startCustom()
  const made = await add(server)

  const changed = await server.admin(`${PLACE}/custom:acme`, { method: 'PUT', body: {} })

  const [row] = await server.sql<{ client_secret_sealed: string }>(
    'select * from auth.custom_oauth_providers',
  )
  expect(JSON.stringify([made, changed.body, row])).not.toContain(REGISTERED.clientSecret)
  expect(row?.client_secret_sealed).toMatch(/^enc\d+\./)
  expect(tokenOf(await server.signIn(ACME))).not.toBe('')
})

test('what cannot be a provider is refused, and what would weaken a sign-in too', async () => {
  const server = await startCustom()
  await add(server)
  const { issuer } = server.google
  const post = async (body: unknown, as?: string) =>
    refusal(await server.admin(PLACE, { method: 'POST', body, ...(as && { as }) }))
  const other = (more: object) => post({ ...provider(issuer), identifier: 'custom:other', ...more })
  const put = async (body: object, identifier = 'custom:acme') =>
    refusal(await server.admin(`${PLACE}/${identifier}`, { method: 'PUT', body }))
  const member = await server.member('member@example.test')

  expect({
    'plain OAuth': await other({ provider_type: 'oauth2' }),
    'no type': await other({ provider_type: null }),
    'no prefix': await other({ identifier: 'google' }),
    'a name of SAML’s': await other({ identifier: 'sso:acme' }),
    capitals: await other({ identifier: 'custom:Google' }),
    'a taken identifier': await other({ identifier: 'custom:acme' }),
    'no name': await other({ name: ' ' }),
    'no secret': await other({ client_secret: '' }),
    'no issuer': await other({ issuer: null }),
    'no address': await other({ issuer: 'acme' }),
    'no openid': await other({ scopes: ['email'] }),
    'two scopes in one': await other({ scopes: ['openid', 'a b'] }),
    'a parameter of ours': await other({ authorization_params: { redirect_uri: 'x' } }),
    'no PKCE': await other({ pkce_enabled: false }),
    'no nonce': await other({ skip_nonce_check: true }),
    'an own token endpoint': await other({ token_url: 'https://acme.example/token' }),
    'a wrong kind': await other({ scopes: 'openid' }),
    'no object': await post('[]'),
    'no admin': await post(provider(issuer), member.token),
    'another identifier': await put({ identifier: 'custom:other' }),
    'an unknown one': await put({ name: 'x' }, 'custom:unknown'),
    'an unknown filter': refusal(await server.admin(`${PLACE}?type=saml`)),
    'deleting an unknown one': refusal(
      await server.admin(`${PLACE}/custom:unknown`, { method: 'DELETE' }),
    ),
  }).toEqual({
    'plain OAuth': '400 validation_failed',
    'no type': '400 validation_failed',
    'no prefix': '400 validation_failed',
    'a name of SAML’s': '400 validation_failed',
    capitals: '400 validation_failed',
    'a taken identifier': '422 conflict',
    'no name': '400 validation_failed',
    'no secret': '400 validation_failed',
    'no issuer': '400 validation_failed',
    'no address': '400 validation_failed',
    'no openid': '400 validation_failed',
    'two scopes in one': '400 validation_failed',
    'a parameter of ours': '400 validation_failed',
    'no PKCE': '400 validation_failed',
    'no nonce': '400 validation_failed',
    'an own token endpoint': '400 validation_failed',
    'a wrong kind': '400 bad_json',
    'no object': '400 bad_json',
    'no admin': '403 not_admin',
    'another identifier': '400 validation_failed',
    'an unknown one': '404 custom_provider_not_found',
    'an unknown filter': '400 validation_failed',
    'deleting an unknown one': '404 custom_provider_not_found',
  })
})

test('an issuer is asked at public addresses by https only, also during a sign-in', async () => {
  const server = await startCustom()
  await add(server)
  const strict = await startAuth({ db: server.db, env: { AUTH_RATE_LIMIT_FACTOR: '0' } })
  const before = await server.google.asked()
  const issuers = [
    server.google.issuer,
    'https://127.0.0.1',
    'https://localhost',
    'https://[::1]',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://0x7f.1',
    'https://user:secret@example.com',
    'http://example.com',
    'file:///etc/passwd',
  ]

  const found = []
  for (const issuer of issuers) {
    const body = { ...provider(issuer), identifier: 'custom:other' }
    found.push(refusal(await strict.admin(PLACE, { method: 'POST', body })))
  }
  const signIn = await strict.call('/authorize?provider=custom:acme')

  expect(found).toEqual(issuers.map(() => '400 validation_failed'))
  expect(refusal(signIn)).toBe('503 unexpected_failure')
  expect(await server.google.asked()).toEqual(before)
})

test.each<[string, (issuer: string) => object]>([
  ['that is none', () => ({ body: 'nonsense' })],
  [
    'of another issuer',
    (issuer) => ({ body: { ...documentOf(issuer), issuer: 'https://x.test' } }),
  ],
  ['without keys', (issuer) => ({ body: { ...documentOf(issuer), jwks_uri: undefined } })],
  [
    'with a script for a page',
    (issuer) => ({
      body: { ...documentOf(issuer), authorization_endpoint: 'javascript:alert(1)' },
    }),
  ],
  ['that leads elsewhere', (issuer) => ({ status: 302, headers: { location: `${issuer}/x` } })],
])('a discovery document %s is refused', async (_what, fault) => {
  const server = await startCustom()
  const { issuer } = server.google
  const path = '/.well-known/openid-configuration'
  await server.google.control('POST', 'faults', { path, status: 200, ...fault(issuer) })

  const answer = await server.admin(PLACE, { method: 'POST', body: provider(issuer) })

  expect(refusal(answer)).toBe('400 validation_failed')
  expect(await server.sql('select from auth.custom_oauth_providers')).toEqual([])
})

test('a document that changes after the provider was added cannot send browsers to a script', async () => {
  const server = await startCustom()
  await add(server)
  const { issuer } = server.google
  const path = '/.well-known/openid-configuration'
  const body = { ...documentOf(issuer), authorization_endpoint: 'javascript:alert(1)' }
  await server.google.control('POST', 'faults', { path, status: 200, body })

  const answer = await server.call('/authorize?provider=custom:acme')

  expect(refusal(answer)).toBe('503 unexpected_failure')
  expect(answer.headers.get('location')).toBeNull()
})

test.each(['audience', 'party', 'issuer', 'nonce', 'expired', 'signature'])(
  'an id token with a wrong %s signs nobody in',
  async (kind) => {
    const server = await startCustom()
    await add(server)
    await server.google.control('POST', 'id-token-faults', { kind })

    const arrival = await server.signIn(ACME)

    expect(arrival).toMatchObject({ query: { error_code: 'bad_oauth_callback' } })
    expect(await server.sql('select from auth.users')).toEqual([])
  },
)

test('a state counts once, and for the browser that began alone', async () => {
  const server = await startCustom()
  await add(server)
  const callback = await server.returnFrom(ACME)
  const stolen = await arrive(await server.returnFrom(ACME), { headers: {} })
  await arrive(callback)

  const again = await arrive(callback)

  expect(stolen).toMatchObject({ query: { error_code: 'bad_oauth_state' } })
  expect(again).toMatchObject({ query: { error_code: 'flow_state_already_used' } })
  expect(await server.sql('select from auth.sessions')).toHaveLength(1)
})

test('a code of another user’s browser, or of Google, is refused with the user’s state', async () => {
  const server = await startCustom()
  await add(server)
  const mine = new URL(await server.returnFrom(ACME))
  const theirs = new URL(await server.returnFrom({ ...ACME, person: 'jonas@example.test' }))
  const google = new URL(
    await server.returnFrom({ provider: 'google', person: 'jonas@example.test' }),
  )
  const second = new URL(await server.returnFrom(ACME))
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  second.searchParams.set('code', google.searchParams.get('code') ?? '')

  const arrivals = [await arrive(mine.href), await arrive(second.href)]

  for (const { query } of arrivals) expect(query.error_code).toBe('bad_oauth_callback')
  expect(await server.sql('select from auth.users')).toEqual([])
})

const ends: [string, (server: OAuthServer) => Promise<unknown>][] = [
  ['disabled', disable],
  ['deleted', (server) => server.admin(`${PLACE}/custom:acme`, { method: 'DELETE' })],
]

test.each(ends)('a provider that is %s ends sign-ins under way', async (_what, end) => {
  const server = await startCustom()
  await add(server)
  const callback = await server.returnFrom(ACME)
  const { query } = await server.signIn(ACME, PKCE)
  await end(server)

  const arrival = await arrive(callback)
  const exchanged = await server.exchange(query.code ?? '')

  expect(query.code).toBeTruthy()
  expect(arrival).toMatchObject({ query: { error_code: 'bad_oauth_state' } })
  expect(refusal(exchanged)).toBe('404 flow_state_not_found')
  expect(refusal(await server.call('/authorize?provider=custom:acme'))).toBe(
    '400 validation_failed',
  )
  expect(await server.sql('select from auth.sessions')).toEqual([])
})

test('a provider that is disabled while its answer is awaited signs nobody in', async () => {
  const server = await startCustom()
  await add(server)
  const callback = await server.returnFrom(ACME)
  await server.google.control('POST', 'faults', { path: '/token', latencyMs: 2_000 })

  const arriving = arrive(callback)
  const isSpent = 'select from auth.flow_state where used_at is not null'
  await expect.poll(() => server.sql(isSpent)).toHaveLength(1)
  await disable(server)
  await endFaults(server)
  const arrival = await arriving

  expect(arrival).toMatchObject({ query: { error_code: 'validation_failed' } })
  expect(await server.sql('select from auth.sessions')).toEqual([])
})

test('users of one issuer are not found by another issuer under the same identifier', async () => {
  const server = await startCustom()
  await add(server)
  const { fragment } = await server.signIn(ACME)
  const other = await openGoogle()

  const changed = await server.admin(`${PLACE}/custom:acme`, {
    method: 'PUT',
    body: { issuer: other.issuer },
  })
  await server.admin(`${PLACE}/custom:acme`, { method: 'DELETE' })
  const again = await server.admin(PLACE, { method: 'POST', body: provider(other.issuer) })
  const same = await add(server)

  expect(fragment.access_token).toBeTruthy()
  expect(refusal(changed)).toBe('422 conflict')
  expect(refusal(again)).toBe('422 conflict')
  expect(same).toMatchObject({ issuer: server.google.issuer })
})

test('a user of Google with the same id is another user', async () => {
  const server = await startCustom()
  await add(server, { identifier: 'custom:google' })
  const person = 'lena@lanternworks.test'
  await server.signIn({ provider: 'google', person })
  await server.sql(`update auth.users set email = 'moved@example.test'`)
  await server.sql(
    `update auth.identities set identity_data = identity_data || '{"email": "moved@example.test"}'`,
  )

  await server.signIn({ provider: 'custom:google', person })

  const rows = await server.sql(
    `select provider, provider_id, users.email
       from auth.identities join auth.users on users.id = user_id order by provider`,
  )
  expect(rows).toEqual([
    { provider: 'custom:google', provider_id: '100000000000000001004', email: person },
    { provider: 'google', provider_id: '100000000000000001004', email: 'moved@example.test' },
  ])
})

test('what admins do with providers is in the audit log, with what was refused', async () => {
  const server = await startCustom()
  await add(server)
  await server.admin(PLACE, { method: 'POST', body: provider(server.google.issuer) })
  await disable(server)
  await server.admin(`${PLACE}/custom:acme`, { method: 'DELETE' })

  const rows = await server.sql<{ line: string }>(
    `select concat_ws(' ', payload ->> 'action', payload -> 'traits' ->> 'provider',
                      payload -> 'traits' ->> 'refused') as line
       from auth.audit_log_entries order by created_at, payload ->> 'action'`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    'custom_provider_created custom:acme',
    'custom_provider_created custom:acme conflict',
    'custom_provider_updated custom:acme',
    'custom_provider_deleted custom:acme',
  ])
})

const startCustom = () => startOAuth({ env: { AUTH_CUSTOM_PROVIDERS_LOOPBACK: 'true' } })

const provider = (issuer: string) => ({
  provider_type: 'oidc' as const,
  identifier: 'custom:acme',
  name: 'Acme',
  client_id: REGISTERED.clientId,
  client_secret: REGISTERED.clientSecret,
  issuer,
})

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/oauth2/v3/certs`,
})

async function add({ admin, google }: OAuthServer, more: object = {}) {
  const body = { ...provider(google.issuer), ...more }
  const answer = await admin(PLACE, { method: 'POST', body })

  return ok({ ...answer, status: answer.status === 201 ? 200 : answer.status })
}

function disable({ admin }: OAuthServer) {
  return admin(`${PLACE}/custom:acme`, { method: 'PUT', body: { enabled: false } })
}

const endFaults = ({ google }: OAuthServer) =>
  fetch(`${google.issuer}/_control/faults`, {
    method: 'DELETE',
    headers: { 'x-standin-control': '1' },
  })

/** To the provider, through its page, back to us and on to where the client wanted to go. */
async function travel(url: string | null, person: string) {
  const sent = await fetch(url ?? '', { redirect: 'manual' })
  keepCookies(sent)
  const page = sent.status === 302 ? (sent.headers.get('location') ?? '') : (url ?? '')

  return arrive(await answerProvider(page, { person }))
}

function clientOf({ url, keys }: OAuthServer, key = keys.publishable) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }

  return createClient(url, key, {
    auth: { flowType: 'pkce', storage, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: class {} as never },
  })
}
