import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { arrive, PKCE, startOAuth, tokenOf, VERIFIER } from './oauth-server.ts'

const JONAS = { provider: 'github', person: 'jonas-weber' } as const
const LENA = { provider: 'google', person: 'lena@lanternworks.test' } as const

test('a new user comes back from GitHub with an account and a session', async () => {
  const server = await startOAuth()

  const arrival = await server.signIn(JONAS, { redirect_to: `${server.url}/dashboard?from=login` })

  expect(arrival).toMatchObject({
    status: 302,
    place: `${server.url}/dashboard`,
    query: { from: 'login' },
  })
  expect(arrival.fragment).toEqual({
    access_token: expect.any(String),
    expires_at: expect.stringMatching(/^\d+$/),
    expires_in: '3600',
    provider_token: expect.stringMatching(/^ghu_/),
    provider_refresh_token: expect.stringMatching(/^ghr_/),
    refresh_token: expect.any(String),
    sb: '',
    token_type: 'bearer',
  })
  const { body: user } = await server.call<UserJson>('/user', { as: tokenOf(arrival) })
  expect(user).toMatchObject({
    email: 'jonas@example.test',
    email_confirmed_at: expect.any(String),
    last_sign_in_at: expect.any(String),
    app_metadata: { provider: 'github', providers: ['github'] },
    user_metadata: {
      full_name: 'Jonas Weber',
      user_name: 'jonas-weber',
      email_verified: true,
      avatar_url: `${server.github.webUrl}/avatars/u/1004`,
    },
    identities: [{ provider: 'github', id: '1004', email: 'jonas@example.test' }],
  })
})

test('a session by a provider says so, and can be refreshed', async () => {
  const server = await startOAuth()
  const { fragment } = await server.signIn(LENA)

  const { status, body } = await server.post<SessionJson>('/token?grant_type=refresh_token', {
    refresh_token: fragment.refresh_token,
  })

  expect(status).toBe(200)
  expect(claimsOf(body.access_token)).toMatchObject({
    amr: [{ method: 'oauth' }],
    aal: 'aal1',
    app_metadata: { provider: 'google' },
  })
})

test('a client with a verifier gets a code, and for both of them the session and the provider’s tokens', async () => {
  const server = await startOAuth()

  const arrival = await server.signIn(JONAS, PKCE)
  const { status, body } = await server.exchange(arrival.query.code ?? '')

  expect(arrival).toMatchObject({ status: 302, fragment: {} })
  expect(Object.keys(arrival.query)).toEqual(['code'])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    provider_token: expect.stringMatching(/^ghu_/),
    provider_refresh_token: expect.stringMatching(/^ghr_/),
    user: { email: 'jonas@example.test' },
  })
  expect(claimsOf(body.access_token)).toMatchObject({ amr: [{ method: 'oauth' }] })
})

test('a plain challenge works as well', async () => {
  const server = await startOAuth()
  const plain = { code_challenge: VERIFIER, code_challenge_method: 'plain' }

  const { query } = await server.signIn(JONAS, plain)

  expect((await server.exchange(query.code ?? '')).status).toBe(200)
})

test('a second sign-in finds the account and updates the provider’s data', async () => {
  const server = await startOAuth()
  const first = await server.signIn(JONAS)
  await server.github.control('POST', 'faults', {
    path: '/user',
    status: 200,
    body: { id: 1004, login: 'jonas', name: 'Jonas W.' },
  })

  const second = await server.signIn(JONAS)

  expect(claimsOf(tokenOf(second)).sub).toBe(claimsOf(tokenOf(first)).sub)
  const { body: user } = await server.call<UserJson>('/user', { as: tokenOf(second) })
  expect(user.identities).toHaveLength(1)
  expect(user.user_metadata).toMatchObject({ full_name: 'Jonas W.', user_name: 'jonas' })
})

test('the provider’s id counts: taking over an address takes over no account', async () => {
  const server = await startOAuth()
  const first = await server.signIn(JONAS)
  const moved = { email: 'moved@example.test', primary: true, verified: true, visibility: null }
  await server.github.control('POST', 'faults', {
    path: '/user/emails',
    status: 200,
    body: [moved],
  })

  const second = await server.signIn(JONAS)

  expect(claimsOf(tokenOf(second))).toMatchObject({
    sub: claimsOf(tokenOf(first)).sub,
    email: 'jonas@example.test',
  })
})

test('the provider’s URL carries the caller’s scopes and parameters, but none that the service sets', async () => {
  const server = await startOAuth()
  const reserved = {
    client_id: 'x',
    client_secret: 'x',
    redirect_uri: 'https://evil.test',
    response_type: 'token',
    state: 'x',
    code_verifier: 'x',
    scope: 'admin',
  }

  const github = new URL(
    await server.setOut({
      provider: 'github',
      scopes: 'gist,repo',
      prompt: 'consent',
      ...reserved,
    }),
  )
  const google = new URL(
    await server.setOut({
      provider: 'google',
      scopes: 'https://x.test/a',
      nonce: 'mine',
      hd: 'x.test',
    }),
  )

  expect(Object.fromEntries(github.searchParams)).toEqual({
    prompt: 'consent',
    scope: 'user:email gist repo',
    client_id: 'gitferry-local',
    redirect_uri: `${server.base}/callback`,
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    code_challenge: expect.any(String),
    code_challenge_method: 'S256',
  })
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    scope: 'openid email profile https://x.test/a',
    nonce: 'mine',
    hd: 'x.test',
    response_type: 'code',
  })
})

test.each([
  ['no provider', {}, 400, 'validation_failed', 'Unsupported provider: missing provider'],
  [
    'a provider nobody knows',
    { provider: 'acme' },
    400,
    'validation_failed',
    'Unsupported provider',
  ],
  [
    'an inherited name',
    { provider: 'constructor' },
    400,
    'validation_failed',
    'Unsupported provider',
  ],
  [
    'half of a proof key',
    { provider: 'github', code_challenge: PKCE.code_challenge },
    400,
    'validation_failed',
    'PKCE flow requires',
  ],
  [
    'a short challenge',
    { provider: 'github', code_challenge: 'x', code_challenge_method: 's256' },
    400,
    'validation_failed',
    'between 43 and 128',
  ],
  [
    'an invitation nobody sent',
    { provider: 'github', invite_token: 'made-up' },
    404,
    'user_not_found',
    'No invitation',
  ],
])('%s leads to no provider', async (_what, query, status, code, message) => {
  const server = await startOAuth()

  const answer = await server.call(`/authorize?${new URLSearchParams(query)}`)

  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({ code, message: expect.stringContaining(message) })
  expect(await server.sql('select id from auth.flow_state')).toEqual([])
})

test('a provider without a registration is switched off, and the settings tell which are not', async () => {
  const server = await startOAuth({ env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' } })

  const google = await server.call('/authorize?provider=google')
  const settings = await server.call<{ external: Record<string, boolean> }>('/settings')

  expect(google).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(settings.body.external).toMatchObject({ github: true, google: false, apple: false })
})

test('a provider that is away is said to be away, and no attempt is left behind', async () => {
  const server = await startOAuth()
  await server.google.control('POST', 'faults', {
    path: '/.well-known/openid-configuration',
    status: 500,
  })

  const answer = await server.call('/authorize?provider=google')

  expect(answer).toMatchObject({ status: 503, body: { code: 'unexpected_failure' } })
  expect(await server.sql('select id from auth.flow_state')).toEqual([])
})

test('abandoned attempts are deleted', async () => {
  const server = await startOAuth()
  await server.setOut({ provider: 'github' })
  await server.sql(`update auth.flow_state set created_at = created_at - interval '2 hours'`)

  await server.setOut({ provider: 'google' })

  expect(await server.sql('select provider from auth.flow_state')).toEqual([{ provider: 'google' }])
})

test('too many attempts from one address are held up', async () => {
  const server = await startOAuth({ env: { AUTH_RATE_LIMIT_FACTOR: '0.1' } })
  const attempts = Array.from({ length: 4 }, () => server.call('/authorize?provider=github'))

  const answers = await Promise.all(attempts)

  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'over_request_rate_limit' })
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(3)
})

test('an invited user accepts with a provider’s account, if it has the invited address', async () => {
  const server = await startOAuth()
  const email = 'jonas@example.test'
  const link = await server.admin<{ hashed_token: string; id: string }>('/admin/generate_link', {
    method: 'POST',
    body: { type: 'invite', email },
  })
  const invite_token = link.body.hashed_token

  const unknownCaller = await server.signIn(LENA, { invite_token })
  const invited = await server.signIn(JONAS, { invite_token })

  expect(unknownCaller.query).toMatchObject({
    error: 'invalid_request',
    error_code: 'validation_failed',
    error_description: 'Invited email does not match emails from external provider',
  })
  expect(claimsOf(tokenOf(invited))).toMatchObject({ sub: link.body.id, email })
  expect(await actions(server)).toContain('invite_accepted')
})

test('a form is as good as an address, for providers that were asked to send one', async () => {
  const server = await startOAuth()
  const callback = new URL(await server.returnFrom(JONAS))

  const arrival = await arrive(`${server.base}/callback`, {
    method: 'POST',
    body: callback.searchParams,
  })

  expect(arrival.status).toBe(302)
  expect(tokenOf(arrival)).not.toBe('')
})

test('looking at a callback does not use it up', async () => {
  const server = await startOAuth()
  const callback = await server.returnFrom(JONAS)

  const looked = await fetch(callback, { method: 'HEAD', redirect: 'manual' })
  const arrival = await arrive(callback)

  expect(looked.status).toBe(200)
  expect(tokenOf(arrival)).not.toBe('')
})

test('every sign-in, sign-up and refusal leaves a line, and none of them a secret', async () => {
  const server = await startOAuth()
  const arrival = await server.signIn(JONAS, PKCE)
  await server.exchange(arrival.query.code ?? '')
  const open = await server.signIn(LENA)
  await server.signIn({ provider: 'github', person: 'sam-okafor' })

  const lines = await server.sql<{ payload: { action: string; traits: object } }>(
    'select payload from auth.audit_log_entries order by created_at, id',
  )
  const written = JSON.stringify([
    lines,
    server.logged,
    await server.sql('select * from auth.flow_state'),
    await server.sql('select * from auth.sessions'),
  ])

  expect(lines.map(({ payload }) => payload.action).sort()).toEqual([
    'login',
    'login',
    'login',
    'user_signedup',
    'user_signedup',
  ])
  expect(lines.map(({ payload }) => payload.traits)).toContainEqual({
    provider: 'github',
    refused: 'validation_failed',
  })
  for (const secret of [arrival.query.code, open.fragment.refresh_token, VERIFIER]) {
    expect(written).not.toContain(secret)
  }
  expect(written).not.toMatch(/gh[ur]_|ya29\.|gitferry-local-secret|eyJ/)
})

const actions = async ({ sql }: Awaited<ReturnType<typeof startOAuth>>) =>
  (
    await sql<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries`,
    )
  ).map(({ action }) => action)

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
