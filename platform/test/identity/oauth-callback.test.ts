import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import {
  type Arrival,
  answerProvider,
  arrive,
  type OAuthServer,
  PKCE,
  startOAuth,
  tokenOf,
} from './oauth-server.ts'

const JONAS = { provider: 'github', person: 'jonas-weber' } as const
const ALMOST_MS = 4 * 60_000
const TOO_LATE_MS = 5 * 60_000 + 1
const LENA = { provider: 'google', person: 'lena@lanternworks.test' } as const

test.each([
  ['without a state', '', 'bad_oauth_callback'],
  ['with a state that is none', 'state=none', 'bad_oauth_state'],
  ['with a state nobody gave', `state=${crypto.randomUUID()}`, 'bad_oauth_state'],
])('who comes back %s is sent to the front page', async (_what, query, code) => {
  const server = await startOAuth()

  const arrival = await arrive(`${server.base}/callback?code=x&${query}`)

  expect(arrival).toEqual({
    status: 303,
    place: `${server.url}/`,
    query: { error: 'invalid_request', error_code: code, error_description: expect.any(String) },
    fragment: {},
  })
})

test('a state counts once', async () => {
  const server = await startOAuth()
  const callback = await server.returnFrom(JONAS)
  await arrive(callback)

  const again = await arrive(callback)

  expect(again).toMatchObject({
    status: 303,
    place: `${server.url}/`,
    query: { error_code: 'flow_state_already_used' },
  })
  expect(await sessions(server)).toBe(1)
})

test('a state of another browser’s is refused, unless a verifier binds the session', async () => {
  const server = await startOAuth()
  const otherBrowser = { headers: {} }

  const plain = await arrive(await server.returnFrom(JONAS), otherBrowser)
  const withPkce = await arrive(await server.returnFrom(JONAS, PKCE), otherBrowser)

  expect(plain).toMatchObject({ status: 303, query: { error_code: 'bad_oauth_state' } })
  expect(plain.fragment).not.toHaveProperty('access_token')
  expect(withPkce.query).toMatchObject({ code: expect.any(String) })
})

test('the mark of a browser is for our callback alone, and no script sees it', async () => {
  const server = await startOAuth()

  const sent = await server.call('/authorize?provider=github')

  expect(sent.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^sign-in-[0-9a-f-]{36}=1; Max-Age=300; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/,
    ),
  ])
})

test('a state lives five minutes', async () => {
  const clock = movableClock()
  const server = await startOAuth({ clock })
  const inTime = await server.returnFrom(JONAS)
  clock.moveTo(ALMOST_MS)
  const just = await arrive(inTime)
  const tooLate = await server.returnFrom(JONAS)
  clock.moveTo(ALMOST_MS + TOO_LATE_MS)

  const late = await arrive(tooLate)

  expect(tokenOf(just)).not.toBe('')
  expect(late).toMatchObject({ status: 303, query: { error_code: 'bad_oauth_state' } })
})

test('a state cannot be guessed, and what is stored of an attempt is sealed', async () => {
  const server = await startOAuth()

  const page = new URL(await server.setOut({ provider: 'google' }))

  const state = page.searchParams.get('state')
  expect(state).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const [row] = await server.sql('select * from auth.flow_state where id = $1', [state])
  expect(row).toMatchObject({ provider_checks_sealed: expect.stringMatching(/^enc\d+\./) })
  expect(JSON.stringify(row)).not.toContain(page.searchParams.get('nonce'))
})

test.each([
  ['GitHub', JONAS, 'sofia-lind'],
  ['Google', LENA, 'jonas@example.test'],
])(
  'a code that an attacker got from %s is refused with the user’s state',
  async (_name, way, other) => {
    const server = await startOAuth()
    const mine = new URL(await server.returnFrom(way))
    const theirs = new URL(await server.returnFrom({ ...way, person: other }))
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')

    const arrival = await arrive(mine.href)

    expect(arrival).toMatchObject({
      status: 302,
      query: { error: 'invalid_request', error_code: 'bad_oauth_callback' },
    })
    expect(await server.sql('select id from auth.users')).toEqual([])
  },
)

test('a denial at the provider is passed on with the provider’s message', async () => {
  const server = await startOAuth()
  const query = { redirect_to: `${server.url}/login?x=1` }
  const deny = { decision: 'deny' }

  const github = await arrive(
    await answerProvider(await server.setOut({ provider: 'github', ...query }), deny),
  )
  const google = await arrive(
    await answerProvider(await server.setOut({ provider: 'google', ...query }), deny),
  )

  const words = {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
  }
  expect(github).toEqual({
    status: 302,
    place: `${server.url}/login`,
    query: { x: '1', ...words },
    fragment: { ...words, sb: '' },
  })
  expect(google.fragment).toEqual({ error: 'access_denied', sb: '' })
})

test('a provider’s account without an address is refused with the specification’s message', async () => {
  const server = await startOAuth()

  const arrival = await server.signIn({ provider: 'github', person: 'sam-okafor' })

  const refusal = {
    error: 'invalid_request',
    error_code: 'validation_failed',
    error_description: 'OAuth user must have an email address',
  }
  expect(arrival).toMatchObject({
    status: 302,
    query: refusal,
    fragment: { ...refusal, sb: '' },
  })
  expect(await server.sql('select id from auth.users')).toEqual([])
})

type BadDay = [string, (server: OAuthServer) => Promise<unknown>, Record<string, string>]

const badDays: BadDay[] = [
  [
    'GitHub does not answer',
    ({ github }) =>
      github.control('POST', 'faults', { path: '/login/oauth/access_token', drop: 'before' }),
    { error: 'temporarily_unavailable', error_code: 'unexpected_failure' },
  ],
  [
    'GitHub was asked too often',
    ({ github }) =>
      github.control('POST', 'faults', {
        path: '/user',
        status: 429,
        headers: { 'retry-after': '9' },
      }),
    { error: 'temporarily_unavailable', error_code: 'unexpected_failure' },
  ],
  [
    'GitHub does not know us',
    ({ github }) =>
      github.control('POST', 'faults', {
        path: '/login/oauth/access_token',
        status: 200,
        body: { error: 'incorrect_client_credentials' },
      }),
    { error: 'server_error', error_code: 'unexpected_failure' },
  ],
  [
    'GitHub takes back its token',
    ({ github }) => github.control('POST', 'faults', { path: '/user', status: 401 }),
    { error: 'invalid_request', error_code: 'bad_oauth_callback' },
  ],
]

test.each(badDays)(
  'when %s, the person is sent back with a reason',
  async (_what, order, words) => {
    const server = await startOAuth()
    await order(server)

    const arrival = await server.signIn(JONAS)

    expect(arrival).toMatchObject({ status: 302, place: `${server.url}/`, query: words })
    expect(await server.sql('select id from auth.users')).toEqual([])
  },
)

test('whose address GitHub has not verified is asked to do that first', async () => {
  const server = await startOAuth()

  const arrival = await server.signIn({ provider: 'github', person: 'noor-haddad' })

  expect(arrival.query).toEqual({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: 'The user must have a verified primary email.',
  })
})

test('a callback without a code is refused at the redirect target', async () => {
  const server = await startOAuth()
  const callback = new URL(await server.returnFrom(JONAS))
  callback.searchParams.delete('code')

  const arrival = await arrive(callback.href)

  expect(arrival).toMatchObject({ status: 302, query: { error_code: 'bad_oauth_callback' } })
})

test.each(['issuer', 'audience', 'nonce', 'expired', 'signature'])(
  'an id token from Google with a wrong %s lets nobody in',
  async (kind) => {
    const server = await startOAuth()
    await server.google.control('POST', 'id-token-faults', { kind })

    const arrival = await server.signIn(LENA)

    expect(arrival.status).toBe(302)
    expect(arrival.query.error_code).toMatch(/^(bad_oauth_callback|unexpected_failure)$/)
    expect(await server.sql('select id from auth.users')).toEqual([])
  },
)

test('where sign-ups are off, members sign in and new users do not', async () => {
  const server = await startOAuth({ env: { AUTH_DISABLE_SIGNUP: 'true' } })
  await server.member('jonas@example.test')

  const member = await server.signIn(JONAS)
  const newUser = await server.signIn(LENA)

  expect(tokenOf(member)).not.toBe('')
  expect(newUser.query).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
})

test('a banned user cannot sign in, by a known identity or by a new one', async () => {
  const server = await startOAuth()
  await server.signIn(JONAS)
  await server.sql(`update auth.users set banned_until = now() + interval '1 day'`)

  const known = await server.signIn(JONAS)
  const byAddress = await server.signIn({ provider: 'google', person: 'jonas@example.test' })

  const refusal = { error: 'access_denied', error_code: 'user_banned' }
  expect([known.query, byAddress.query]).toMatchObject([refusal, refusal])
})

test('a code is worth nothing without its verifier, works once and lives five minutes', async () => {
  const clock = movableClock()
  const server = await startOAuth({ clock })
  const first = (await server.signIn(JONAS, PKCE)).query.code ?? ''
  const wrong = await server.exchange(first, `${'x'.repeat(43)}`)
  const right = await server.exchange(first)
  const again = await server.exchange(first)
  const second = (await server.signIn(JONAS, PKCE)).query.code ?? ''
  clock.moveTo(TOO_LATE_MS)

  const late = await server.exchange(second)

  expect([wrong, right, again, late].map(({ status, body }) => [status, codeIn(body)])).toEqual([
    [400, 'bad_code_verifier'],
    [200, undefined],
    [404, 'flow_state_not_found'],
    [422, 'flow_state_expired'],
  ])
})

test('whatever goes wrong, a PKCE client finds no token in the URL', async () => {
  const server = await startOAuth()

  const arrival = await server.signIn({ provider: 'github', person: 'sam-okafor' }, PKCE)

  expect(arrival.query.error_description).toBe('OAuth user must have an email address')
  expect(Object.keys(arrival.fragment).sort()).toEqual([
    'error',
    'error_code',
    'error_description',
    'sb',
  ])
})

test('eight callbacks with one state give one session', async () => {
  const server = await startOAuth()
  const callback = await server.returnFrom(JONAS)

  const arrivals = await Promise.all(Array.from({ length: 8 }, () => arrive(callback)))

  expect(arrivals.filter((one) => tokenOf(one) !== '')).toHaveLength(1)
  expect(codes(arrivals)).toEqual(Array.from({ length: 7 }, () => 'flow_state_already_used'))
  expect(await sessions(server)).toBe(1)
})

test('eight exchanges of one code give one session', async () => {
  const server = await startOAuth()
  const { query } = await server.signIn(LENA, PKCE)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.exchange(query.code ?? '')),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
  expect(await sessions(server)).toBe(1)
})

test('eight concurrent first sign-ins of one user create one account', async () => {
  const server = await startOAuth()
  const ways = Array.from({ length: 8 }, (_, i) =>
    server.returnFrom(i % 2 ? JONAS : { provider: 'google', person: 'jonas@example.test' }),
  )
  const callbacks = await Promise.all(ways)

  const arrivals = await Promise.all(callbacks.map((one) => arrive(one)))

  expect(codes(arrivals)).toEqual([])
  expect(await server.sql('select count(*)::int as count from auth.users')).toEqual([{ count: 1 }])
  expect(await server.sql('select provider from auth.identities order by provider')).toEqual([
    { provider: 'github' },
    { provider: 'google' },
  ])
})

test('after a sign-in no user is redirected to a foreign site', async () => {
  const server = await startOAuth({ env: { SITE_URL: 'https://gitferry.example' } })

  for (const redirect_to of ELSEWHERE) await server.setOut({ provider: 'github', redirect_to })

  expect(await server.sql('select distinct referrer from auth.flow_state')).toEqual([
    { referrer: 'https://gitferry.example' },
  ])
})

test('places on the list are reached, with what they carry', async () => {
  const server = await startOAuth({ env: { AUTH_REDIRECT_ALLOW_LIST: 'gitferry://back/**' } })

  const fine = await server.signIn(JONAS, { redirect_to: 'gitferry://back/home?a=1', ...PKCE })

  expect(fine.query).toEqual({ a: '1', code: expect.any(String) })
})

test('nothing that anybody sends to the callback breaks it', async () => {
  const server = await startOAuth()
  const parameter = fc.constantFrom('state', 'code', 'error', 'error_description', 'iss')
  const queries = fc.array(fc.tuple(parameter, fc.string({ unit: 'binary' })), { maxLength: 4 })

  await fc.assert(
    fc.asyncProperty(queries, async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      const sent = await fetch(`${server.base}/callback?${query.join('&')}`, { redirect: 'manual' })

      // What PostgreSQL could not keep is refused before anybody reads it.
      expect(sent.status).toBe(query.join('').includes('%00') ? 400 : 303)
    }),
    { numRuns: 40 },
  )
})

const ELSEWHERE = [
  'https://evil.example/x',
  'http://gitferry.example/x',
  'https://gitferry.example@evil.example',
  'https://gitferry.example.evil.example',
  'https://gitferry.example\\@evil.example',
  'http://2130706433/',
  'javascript:alert(1)',
  'https://gitferry.example/\r\nset-cookie: a=b',
  '//evil.example',
]

const codeIn = (body: unknown) => (body as { code?: string }).code

const codes = (arrivals: Arrival[]) =>
  arrivals.flatMap(({ query }) => (query.error_code ? [query.error_code] : []))

async function sessions({ sql }: OAuthServer): Promise<number> {
  const [row] = await sql<{ count: number }>('select count(*)::int as count from auth.sessions')

  return row?.count ?? 0
}
