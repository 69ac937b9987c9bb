import { expect, test } from 'vitest'
import { machineClock, movableClock } from '#clock/clock.ts'
import { type GoogleSettings, googleSignIn } from '#outside/oidc/google-sign-in.ts'
import type { SignInProvider } from '#outside/sign-in-provider.ts'
import { failureOf, wordsOf } from './failure-of.ts'
import { newAttempt, openGoogle, REGISTERED, visit } from './providers.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('a user comes back from Google with a name, a picture and a verified address', async () => {
  const google = await openGoogle()

  const { profile, ...tokens } = await signIn(providerAt(google), 'lena@lanternworks.test')

  expect(profile).toEqual({
    provider: 'google',
    issuer: google.issuer,
    subject: '100000000000000001004',
    email: 'lena@lanternworks.test',
    emailVerified: true,
    name: 'Lena Park',
    avatarUrl: `${google.issuer}/avatars/100000000000000001004`,
    username: null,
    raw: expect.objectContaining({ given_name: 'Lena' }),
  })
  expect(tokens).toEqual({
    providerToken: expect.stringMatching(/^ya29\./),
    providerRefreshToken: null,
    tokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scopes: [],
  })
})

test('an address that Google has not verified is marked so', async () => {
  const google = await openGoogle()

  const { profile } = await signIn(providerAt(google), 'vera@example.test')

  expect(profile).toMatchObject({ email: 'vera@example.test', emailVerified: false })
})

test('offline access yields a refresh token', async () => {
  const google = await openGoogle()

  const { providerRefreshToken } = await signIn(providerAt(google), 'jonas@example.test', {
    access_type: 'offline',
    prompt: 'consent',
  })

  expect(providerRefreshToken).toMatch(/^1\/\//)
})

test('the way to Google carries state, nonce and challenge, but no forgeries', async () => {
  const google = await openGoogle()
  const attempt = newAttempt()

  const url = new URL(
    await providerAt(google).authorizeUrl(attempt, {
      scopes: ['https://example.test/extra'],
      extra: { prompt: 'consent', response_type: 'token', nonce: 'forged', client_id: 'forged' },
    }),
  )

  expect(url.href).toContain(`${google.issuer}/o/oauth2/v2/auth?`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'gitferry-local',
    redirect_uri: attempt.redirectUri,
    response_type: 'code',
    scope: 'openid email profile https://example.test/extra',
    state: 'the-state',
    nonce: attempt.nonce,
    prompt: 'consent',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('a code that was used, forged or begun by another client is refused', async () => {
  const google = await openGoogle()
  const provider = providerAt(google)
  const attempt = newAttempt()
  const callback = await visit(provider, attempt, { person: 'jonas@example.test' })
  const foreign = await visit(provider, attempt, { person: 'jonas@example.test' })
  const madeUp = new URLSearchParams({ code: 'x', state: attempt.state })
  await provider.exchange(attempt, callback)

  const failures = await Promise.all([
    failureOf(provider.exchange(attempt, callback)),
    failureOf(provider.exchange(attempt, madeUp)),
    failureOf(provider.exchange(newAttempt(), foreign)),
  ])

  for (const failure of failures) {
    expect(failure).toMatchObject({ failure: 'code_refused', providerCode: 'invalid_grant' })
  }
})

test('a denied sign-in has no code to exchange', async () => {
  const google = await openGoogle()
  const provider = providerAt(google)
  const attempt = newAttempt()
  const callback = await visit(provider, attempt, { decision: 'deny' })

  const failure = await failureOf(provider.exchange(attempt, callback))

  expect(failure).toMatchObject({ failure: 'code_refused', providerCode: 'access_denied' })
})

test.each(['audience', 'party', 'issuer', 'nonce', 'expired', 'signature'])(
  'an id token with a wrong %s is not believed, and nothing of it is shown',
  async (kind) => {
    const google = await openGoogle()
    await google.control('POST', 'id-token-faults', { kind })

    const failure = await failureOf(signIn(providerAt(google), 'jonas@example.test'))

    expect(failure.failure).toBe('identity_refused')
    expect(wordsOf(failure)).not.toMatch(/ya29|eyJ|jonas|gitferry-local-secret/)
  },
)

test('a new key of Google’s is fetched when it is first seen', async () => {
  const google = await openGoogle()
  const provider = providerAt(google, { keyCooldownMs: 0 })
  await signIn(provider, 'jonas@example.test')

  await google.control('POST', 'keys', { dropsOld: true })
  const { profile } = await signIn(provider, 'jonas@example.test')

  expect(profile.subject).toBe('100000000000000001003')
})

test('Google is asked about itself once, even by many at once', async () => {
  const google = await openGoogle()
  const provider = providerAt(google)
  const ask = () => provider.authorizeUrl(newAttempt(), { scopes: [], extra: {} })

  await Promise.all([ask(), ask(), ask()])
  await signIn(provider, 'jonas@example.test')

  const asked = await google.asked()
  expect(asked.filter((path) => path.includes('openid-configuration'))).toHaveLength(1)
  expect(asked.filter((path) => path.includes('certs'))).toHaveLength(1)
})

test('after an hour Google is asked again', async () => {
  const google = await openGoogle()
  const clock = movableClock()
  const provider = providerAt(google, {}, clock)
  await provider.authorizeUrl(newAttempt(), { scopes: [], extra: {} })

  clock.moveTo(61 * 60 * 1000)
  await provider.authorizeUrl(newAttempt(), { scopes: [], extra: {} })

  const asked = await google.asked()
  expect(asked.filter((path) => path.includes('openid-configuration'))).toHaveLength(2)
})

test('a failed call is repeated by the next caller', async () => {
  const google = await openGoogle()
  const provider = providerAt(google)
  await google.control('POST', 'faults', { path: '/.well-known/*', status: 503 })

  const failure = await failureOf(signIn(provider, 'jonas@example.test'))
  const { profile } = await signIn(provider, 'jonas@example.test')

  expect(failure.failure).toBe('unavailable')
  expect(profile.name).toBe('Jonas Weber')
})

test('when the clock is moved for all, tokens are judged by the moved one', async () => {
  const google = await openGoogle()
  const clock = movableClock()
  clock.moveTo(400 * DAY_MS)
  await google.control('PUT', 'clock', { offsetMs: 400 * DAY_MS })

  const { profile } = await signIn(providerAt(google, {}, clock), 'jonas@example.test')

  expect(profile.name).toBe('Jonas Weber')
})

test.each([
  ['an error', { path: '/token', status: 503 }],
  ['half an answer', { path: '/token', malformed: true }],
  ['nonsense', { path: '/token', status: 200, body: {} }],
  ['silence', { path: '/token', drop: 'before' }],
  ['keys that cannot be had', { path: '/oauth2/v3/certs', status: 500, times: null }],
  ['keys that are none', { path: '/oauth2/v3/certs', status: 200, body: {}, times: null }],
])('%s from Google is a bad day, and says nothing secret', async (_what, fault) => {
  const google = await openGoogle()
  await google.control('POST', 'faults', fault)

  const failure = await failureOf(signIn(providerAt(google), 'jonas@example.test'))

  expect(failure.failure).toBe('unavailable')
  expect(wordsOf(failure)).not.toMatch(/ya29|eyJ|gitferry-local-secret/)
})

test('Google is not waited for longer than the limit', async () => {
  const google = await openGoogle()
  const attempt = newAttempt()
  const callback = await visit(providerAt(google), attempt, { person: 'jonas@example.test' })
  await google.control('POST', 'faults', { path: '/token', latencyMs: 60_000 })

  const hurried = providerAt(google, { limitMs: 200 })
  const failure = await failureOf(hurried.exchange(attempt, callback))

  expect(failure.failure).toBe('unavailable')
})

test('a wrong secret is the operator’s to mend, and is not repeated', async () => {
  const google = await openGoogle()
  const provider = providerAt(google, { clientSecret: 'a-wrong-secret' })

  const failure = await failureOf(signIn(provider, 'jonas@example.test'))

  expect(failure).toMatchObject({ failure: 'misconfigured', providerCode: 'invalid_client' })
  expect(wordsOf(failure)).not.toContain('a-wrong-secret')
})

test('an issuer that is not this machine must be reached through https', () => {
  const settings = { issuer: 'http://accounts.example.test', ...client() }

  expect(() => googleSignIn(settings, machineClock)).toThrow(/must begin with https:/)
})

function client() {
  return { clientIds: [REGISTERED.clientId] as const, clientSecret: REGISTERED.clientSecret }
}

const providerAt = (
  { issuer }: { issuer: string },
  settings: Partial<GoogleSettings> = {},
  clock = machineClock,
) => googleSignIn({ issuer, ...client(), ...settings }, clock)

async function signIn(provider: SignInProvider, person: string, extra?: Record<string, string>) {
  const attempt = newAttempt()

  return provider.exchange(attempt, await visit(provider, attempt, { person }, extra))
}
