import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SessionJson } from '@app/contract/identity'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { type AuthOptions, type AuthServer, startAuth } from '#test/auth-server.ts'
import { refusal } from './factors-server.ts'
import { startOAuth, tokenOf } from './oauth-server.ts'

// Row 74: a hook that is slow, answers too much, or changes claims that decide access.

const SECRET = randomBytes(32)
const OLD_SECRET = randomBytes(32)
const textOf = (secret: Buffer) => `v1,whsec_${secret.toString('base64')}`
const USER = { email: 'member@example.test', password: 'secret-1' }

type Asked = { body: Record<string, unknown>; text: string; headers: IncomingMessage['headers'] }
type Answer = (asked: Asked) => object | string | null | Promise<object | string | null>

test('a hook adds claims to every token of the official client, and is told what opened it', async () => {
  const { server, asked } = await withTokenHook(({ body }) => ({
    claims: { ...Object(body.claims), plan: 'pro' },
  }))
  const { auth } = clientOf(server)

  const signedUp = await auth.signUp(USER)
  const signedIn = await auth.signInWithPassword(USER)
  const refreshed = await auth.refreshSession()

  const replies = [signedUp, signedIn, refreshed]
  expect(replies.map(({ error }) => error)).toEqual([null, null, null])
  for (const { data } of replies) {
    expect(claimsOf(data.session?.access_token)).toMatchObject({ plan: 'pro', email: USER.email })
  }
  expect(asked.map(({ body }) => body.authentication_method)).toEqual([
    'password',
    'password',
    'token_refresh',
  ])
  expect(asked[0]?.body).toEqual({
    user_id: signedUp.data.user?.id,
    authentication_method: 'password',
    claims: expect.objectContaining({ sub: signedUp.data.user?.id, role: 'authenticated' }),
  })
  expect((await auth.getUser()).error).toBeNull()
})

test('the message is signed as the Standard Webhooks have it, with each secret', async () => {
  const { server, asked } = await withTokenHook(({ body }) => ({ claims: body.claims }))
  await server.post('/signup', USER)

  const [{ headers, text }] = asked as [Asked]
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers
  const signed = [SECRET, OLD_SECRET].map(
    (secret) =>
      `v1,${createHmac('sha256', secret).update(`${id}.${time}.${text}`).digest('base64')}`,
  )
  expect(signature).toBe(signed.join(' '))
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60)
})

test('claims that others decide by stay as they are, whatever the hook answers', async () => {
  const forged = {
    sub: crypto.randomUUID(),
    iss: 'https://attacker.example.test',
    aud: 'somebody',
    exp: 4_102_444_800,
    iat: 1,
    role: 'service_role',
    aal: 'aal2',
    amr: [{ method: 'totp', timestamp: 1 }],
    session_id: crypto.randomUUID(),
    is_anonymous: true,
    client_id: 'x',
    scope: 'sync:write',
  }
  const { server, asked } = await withTokenHook(() => ({ claims: { ...forged, plan: 'pro' } }))

  const { body } = await server.post<SessionJson>('/signup', USER)

  const claims = claimsOf(body.access_token)
  const before = Object(asked[0]?.body.claims)
  expect(claims).toEqual({
    ...pickKept(before),
    is_anonymous: false,
    iat: expect.any(Number),
    plan: 'pro',
  })
})

test.each<[string, object]>([
  ['nothing', {}],
  ['claims that are none', { claims: 'x' }],
])('a hook that answers %s changes nothing', async (_what, answer) => {
  const { server } = await withTokenHook(() => answer)

  const { body, status } = await server.post<SessionJson>('/signup', USER)

  expect(status).toBe(200)
  expect(claimsOf(body.access_token)).toMatchObject({ email: USER.email, role: 'authenticated' })
})

test('a refusal is answered with the hook’s status and message, and leaves no session', async () => {
  const error = { http_code: 409, message: 'Your company has no seat left' }
  const { server } = await withTokenHook(() => ({ error }))

  const answer = await server.post<{ message: string }>('/signup', USER)

  expect(refusal(answer)).toBe('409 hook_refused')
  expect(answer.body.message).toBe(error.message)
  expect(await server.sql('select from auth.sessions')).toEqual([])
})

test.each<[string, Answer, string]>([
  [
    'answers too much',
    () => ({ claims: { text: 'x'.repeat(200 * 1024) } }),
    '422 hook_payload_over_size_limit',
  ],
  ['answers no JSON', () => 'nonsense', '503 unexpected_failure'],
  ['answers a list', () => [], '503 unexpected_failure'],
  ['gives no answer in time', () => new Promise(() => {}), '422 hook_timeout'],
  [
    'names a status that is none',
    () => ({ error: { http_code: 200, message: 'x' } }),
    '403 hook_refused',
  ],
])(
  'a hook that %s signs nobody in',
  async (_what, answer, expected) => {
    const { server } = await withTokenHook(answer)

    const reply = await server.post('/signup', USER)

    expect(refusal(reply)).toBe(expected)
    expect(await server.sql('select from auth.sessions')).toEqual([])
  },
  15_000,
)

test('a hook that cannot be reached lets a session be refreshed later', async () => {
  const { server, stop, start } = await withTokenHook(({ body }) => ({ claims: body.claims }))
  const { refresh_token } = (await server.post<SessionJson>('/signup', USER)).body
  const refresh = () =>
    server.post<SessionJson>('/token?grant_type=refresh_token', { refresh_token })
  await stop()

  const refused = await refresh()
  await start()
  const refreshed = await refresh()

  expect(refusal(refused)).toBe('503 unexpected_failure')
  expect(refreshed.status).toBe(200)
})

test('no connection of the database waits for a hook', async () => {
  let waiting: unknown[] = []
  const hook = await startHook(async ({ body }) => {
    waiting = await server.sql(
      `select query from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    )
    return body.claims ? { claims: body.claims } : {}
  })
  const server: AuthServer = await startAuth({
    env: {
      AUTH_AUTOCONFIRM: 'true',
      ...hookEnv('CUSTOM_ACCESS_TOKEN', hook.url),
      ...hookEnv('BEFORE_USER_CREATED', hook.url),
    },
  })

  const { status } = await server.post('/signup', USER)

  expect(status).toBe(200)
  expect(hook.asked).toHaveLength(2)
  expect(waiting).toEqual([])
})

test('a hook is asked before a user is created, and refuses them for good', async () => {
  const { server, asked } = await withUserHook(({ body }) =>
    String(Object(body.user).email).endsWith('@example.test') || Object(body.user).is_anonymous
      ? { error: { http_code: 403, message: 'Only members of the company' } }
      : {},
  )

  const answers = {
    'a sign-up': await server.post('/signup', { ...USER, data: { team: 'a' } }),
    'a magic link': await server.post('/otp', { email: 'other@example.test' }),
    'a visitor': await server.post('/signup', {}),
    allowed: await server.post('/signup', { ...USER, email: 'member@company.test' }),
  }

  expect(
    Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, refusal(answer)])),
  ).toEqual({
    'a sign-up': '403 hook_refused',
    'a magic link': '403 hook_refused',
    'a visitor': '403 hook_refused',
    allowed: '200 no code',
  })
  expect(await server.sql('select email from auth.users')).toEqual([
    { email: 'member@company.test' },
  ])
  expect(asked[0]?.body).toEqual({
    metadata: {
      uuid: expect.any(String),
      time: expect.any(String),
      name: 'before-user-created',
      ip_address: '127.0.0.1',
    },
    user: {
      aud: 'authenticated',
      role: 'authenticated',
      email: USER.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { team: 'a' },
      is_anonymous: false,
    },
  })
})

test('a hook is asked for a provider’s new user, not for a known one nor for an admin’s', async () => {
  const hook = await startHook(({ body }) =>
    Object(body.user).email === 'jonas@example.test' ? { error: { message: 'No' } } : {},
  )
  const server = await startOAuth({ env: hookEnv('BEFORE_USER_CREATED', hook.url) })
  await server.member('member@example.test')

  const refused = await server.signIn({ provider: 'google', person: 'jonas@example.test' })
  const first = await server.signIn({ provider: 'google', person: 'lena@lanternworks.test' })
  const second = await server.signIn({ provider: 'google', person: 'lena@lanternworks.test' })

  expect(refused.query).toMatchObject({ error_code: 'hook_refused', error_description: 'No' })
  expect([first, second].map(tokenOf)).toEqual([expect.any(String), expect.any(String)])
  expect(hook.asked.map(({ body }) => Object(body.user).email)).toEqual([
    'jonas@example.test',
    'lena@lanternworks.test',
  ])
  expect(await server.sql('select email from auth.users order by email')).toEqual([
    { email: 'lena@lanternworks.test' },
    { email: 'member@example.test' },
  ])
})

test('a known address is asked about like a new one at a sign-up', async () => {
  const { server, asked } = await withUserHook(() => ({}))
  await server.post('/signup', USER)
  const before = asked.length

  await server.post('/signup', USER)

  expect(asked.length).toBe(before + 1)
})

test('a function of the database is a hook too', async () => {
  const server = await startAuth({
    env: {
      AUTH_AUTOCONFIRM: 'true',
      AUTH_HOOK_CUSTOM_ACCESS_TOKEN: 'pg-functions://postgres/hooks/add_plan',
      AUTH_HOOK_BEFORE_USER_CREATED: 'pg-functions://postgres/hooks/refuse_strangers',
    },
  })
  await server.sql('create schema hooks')
  try {
    await server.sql(`create function hooks.add_plan(event jsonb) returns jsonb language sql as
      $$ select jsonb_build_object('claims', event -> 'claims' || '{"plan": "pro"}') $$`)
    await server.sql(`create function hooks.refuse_strangers(event jsonb) returns jsonb language sql as
      $$ select case when event #>> '{user,email}' like 'stranger@%'
           then '{"error": {"http_code": 403, "message": "No strangers"}}'::jsonb end $$`)

    const allowed = await server.post<SessionJson>('/signup', USER)
    const refused = await server.post('/signup', { ...USER, email: 'stranger@example.test' })
    await server.sql(`create or replace function hooks.add_plan(event jsonb) returns jsonb
      language plpgsql as $$ begin raise 'a secret of the function'; end $$`)
    const broken = await server.post('/token?grant_type=password', USER)
    await server.sql('drop function hooks.add_plan')
    const missing = await server.post('/token?grant_type=password', USER)

    expect(claimsOf(allowed.body.access_token)).toMatchObject({ plan: 'pro' })
    expect(refusal(refused)).toBe('403 hook_refused')
    expect([broken, missing].map(refusal)).toEqual([
      '503 unexpected_failure',
      '503 unexpected_failure',
    ])
    expect(JSON.stringify(broken.body)).not.toContain('a secret')
  } finally {
    await server.sql('drop schema hooks cascade')
  }
})

test.each([
  ['http://hooks.example.test', textOf(SECRET)],
  ['pg-functions://postgres/public/drop table', textOf(SECRET)],
  ['pg-functions://other/public/hook', textOf(SECRET)],
  ['https://hooks.example.test', undefined],
  ['https://hooks.example.test', 'v1,whsec_c2hvcnQ='],
])('a start with the hook %s and the secret %s is refused', async (url, secret) => {
  const env = {
    AUTH_HOOK_CUSTOM_ACCESS_TOKEN: url,
    AUTH_HOOK_CUSTOM_ACCESS_TOKEN_SECRET: secret,
  }

  await expect(startAuth({ env })).rejects.toThrow(/AUTH_HOOK_CUSTOM_ACCESS_TOKEN/)
})

/** A server of the operator's. */
async function startHook(answer: Answer) {
  const asked: Asked[] = []
  const listener = createServer((request, response) => void reply(request, response))
  const listen = (port: number) =>
    new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      listener.close(() => resolve())
      listener.closeAllConnections()
    })
  async function reply(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const chunk of request) text += chunk
    const one = { body: JSON.parse(text), text, headers: request.headers }
    asked.push(one)
    const said = await answer(one)
    response.end(typeof said === 'string' ? said : JSON.stringify(said))
  }
  await listen(0)
  const { port } = listener.address() as AddressInfo
  onTestFinished(stop)

  return { url: `http://127.0.0.1:${port}/hook`, asked, stop, start: () => listen(port) }
}

const hookEnv = (name: string, url: string) => ({
  [`AUTH_HOOK_${name}`]: url,
  [`AUTH_HOOK_${name}_SECRET`]: [SECRET, OLD_SECRET].map(textOf).join('|'),
})

const withTokenHook = (answer: Answer) => withHook('CUSTOM_ACCESS_TOKEN', answer)
const withUserHook = (answer: Answer) =>
  withHook('BEFORE_USER_CREATED', answer, { AUTH_ANONYMOUS: 'true' })

async function withHook(name: string, answer: Answer, env: AuthOptions['env'] = {}) {
  const hook = await startHook(answer)
  const server = await startAuth({
    env: { AUTH_AUTOCONFIRM: 'true', ...hookEnv(name, hook.url), ...env },
  })

  return { server, ...hook }
}

const KEPT = ['iss', 'sub', 'aud', 'exp', 'role', 'aal', 'amr', 'session_id']

const pickKept = (claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => KEPT.includes(name)))

const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const clientOf = ({ url, keys }: AuthServer) =>
  createClient(url, keys.publishable, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    realtime: { transport: class {} as never },
  })
