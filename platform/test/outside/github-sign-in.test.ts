import { expect, test } from 'vitest'
import { machineClock, movableClock } from '#clock/clock.ts'
import { githubSignIn } from '#outside/github-sign-in.ts'
import { failureOf, wordsOf } from './failure-of.ts'
import { newAttempt, openGithub, REGISTERED, visit } from './providers.ts'

type Github = Awaited<ReturnType<typeof openGithub>>

test('a user comes back from GitHub with a name, a picture and a verified address', async () => {
  const github = await openGithub()

  const { profile, providerToken, providerRefreshToken } = await signIn(github, 'mia-torres')

  expect(profile).toEqual({
    provider: 'github',
    issuer: github.apiUrl,
    subject: '1001',
    email: 'member@demo.gitferry.test',
    emailVerified: true,
    name: 'Mia Torres',
    avatarUrl: `${github.webUrl}/avatars/u/1001`,
    username: 'mia-torres',
    raw: expect.objectContaining({ id: 1001, email: null }),
  })
  expect(providerToken).toMatch(/^ghu_/)
  expect(providerRefreshToken).toMatch(/^ghr_/)
})

test('a user without an address or a name comes back without them', async () => {
  const github = await openGithub()

  const { profile } = await signIn(github, 'sam-okafor')

  expect(profile).toMatchObject({
    subject: '1007',
    email: null,
    emailVerified: false,
    name: null,
    username: 'sam-okafor',
  })
})

test('GitHub’s URL carries state, challenge and the caller’s parameters, but not forged ones', async () => {
  const github = await openGithub()
  const attempt = newAttempt()

  const url = new URL(
    await providerAt(github).authorizeUrl(attempt, {
      scopes: ['gist', 'user:email'],
      extra: { prompt: 'select_account', state: 'forged', client_secret: 'x', redirect_uri: 'x' },
    }),
  )

  expect(url.href).toContain(`${github.webUrl}/login/oauth/authorize?`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'gitferry-local',
    redirect_uri: attempt.redirectUri,
    state: 'the-state',
    scope: 'user:email gist',
    prompt: 'select_account',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('a code that was used or forged is refused with GitHub’s message', async () => {
  const github = await openGithub()
  const provider = providerAt(github)
  const attempt = newAttempt()
  const callback = await visit(provider, attempt, { person: 'mia-torres' })
  await provider.exchange(attempt, callback)

  const used = await failureOf(provider.exchange(attempt, callback))
  const madeUp = await failureOf(provider.exchange(attempt, new URLSearchParams('code=x')))
  const none = await failureOf(provider.exchange(attempt, new URLSearchParams()))

  expect(used).toMatchObject({
    failure: 'code_refused',
    providerCode: 'bad_verification_code',
    providerMessage: 'The code passed is incorrect or expired.',
  })
  expect([madeUp.failure, none.failure]).toEqual(['code_refused', 'code_refused'])
})

test('a code of another client’s attempt cannot be exchanged', async () => {
  const github = await openGithub()
  const provider = providerAt(github)
  const callback = await visit(provider, newAttempt(), { person: 'mia-torres' })

  const failure = await failureOf(provider.exchange(newAttempt(), callback))

  expect(failure.failure).toBe('code_refused')
})

test('a denied sign-in has no code to exchange', async () => {
  const github = await openGithub()
  const provider = providerAt(github)
  const attempt = newAttempt()
  const callback = await visit(provider, attempt, { decision: 'deny' })

  const failure = await failureOf(provider.exchange(attempt, callback))

  expect(failure).toMatchObject({
    failure: 'code_refused',
    providerCode: 'access_denied',
    providerMessage: 'The user has denied your application access.',
  })
})

test('an unverified address has an error of its own', async () => {
  const github = await openGithub()

  const failure = await failureOf(signIn(github, 'noor-haddad'))

  expect(failure).toMatchObject({
    failure: 'email_unverified',
    providerCode: 'unverified_user_email',
  })
})

test('a wrong secret is the operator’s to mend, and is not repeated', async () => {
  const github = await openGithub()
  const provider = githubSignIn(
    { ...github, ...REGISTERED, userAgent: 'test', clientSecret: 'a-wrong-secret' },
    machineClock,
  )
  const attempt = newAttempt()
  const callback = await visit(provider, attempt, { person: 'mia-torres' })

  const failure = await failureOf(provider.exchange(attempt, callback))

  expect(failure).toMatchObject({
    failure: 'misconfigured',
    providerCode: 'incorrect_client_credentials',
  })
  expect(wordsOf(failure)).not.toContain('a-wrong-secret')
})

test('an address that we may not read counts as unverified', async () => {
  const github = await openGithub({
    registrations: [
      {
        ...REGISTERED,
        name: 'Gitferry',
        callbacks: ['http://127.0.0.1/auth/v1/callback'],
        permissions: {},
        appId: 1,
        slug: 'gitferry',
        ownerId: 1001,
        setupPath: null,
        webhookPath: null,
        webhookSecret: '',
        events: [],
      },
    ],
  })

  const shown = await signIn(github, 'priya-nair')
  const hidden = await signIn(github, 'mia-torres')

  expect(shown.profile).toMatchObject({ email: 'pro@demo.gitferry.test', emailVerified: false })
  expect(hidden.profile).toMatchObject({ email: null, emailVerified: false })
})

test('an unverified primary address is not taken for verified', async () => {
  const github = await openGithub()
  const primary = { email: 'mia@example.test', primary: true, verified: false, visibility: null }
  await github.control('POST', 'faults', { path: '/user/emails', status: 200, body: [primary] })

  const { profile } = await signIn(github, 'mia-torres')

  expect(profile).toMatchObject({ email: 'mia@example.test', emailVerified: false })
})

test.each([
  ['an error', { path: '/login/oauth/access_token', status: 500 }, 'answered 500'],
  ['half an answer', { path: '/login/oauth/access_token', malformed: true }, 'without JSON'],
  ['a page', { path: '/login/oauth/access_token', status: 200, body: '<html>' }, 'without JSON'],
  ['nonsense', { path: '/login/oauth/access_token', status: 200, body: {} }, 'without a token'],
  [
    'an error nobody knows',
    { path: '/login/oauth/access_token', status: 200, body: { error: 'mood' } },
    'refused with mood',
  ],
  [
    'a way elsewhere',
    {
      path: '/login/oauth/access_token',
      status: 302,
      headers: { location: 'http://127.0.0.1:1/' },
    },
    'cannot be reached',
  ],
  ['silence', { path: '/login/oauth/access_token', drop: 'before' }, 'cannot be reached'],
  ['no user', { path: '/user', status: 200, body: {} }, 'without a user'],
  ['no addresses', { path: '/user/emails', status: 200, body: {} }, 'without addresses'],
])('%s from GitHub is a bad day, and says nothing secret', async (_what, fault, message) => {
  const github = await openGithub()
  await github.control('POST', 'faults', fault)

  const failure = await failureOf(signIn(github, 'mia-torres'))

  expect(failure.failure).toBe('unavailable')
  expect(failure.message).toContain(message)
  expect(wordsOf(failure)).not.toMatch(/gh[ur]_|gitferry-local-secret/)
})

test('GitHub is not waited for longer than the limit', async () => {
  const github = await openGithub()
  await github.control('POST', 'faults', { path: '/user', latencyMs: 60_000 })
  const provider = githubSignIn(
    { ...github, ...REGISTERED, userAgent: 'test', limitMs: 200 },
    machineClock,
  )
  const attempt = newAttempt()
  const callback = await visit(provider, attempt, { person: 'mia-torres' })

  const failure = await failureOf(provider.exchange(attempt, callback))

  expect(failure).toMatchObject({
    failure: 'unavailable',
    message: expect.stringContaining('200 ms'),
  })
})

test('GitHub’s limits are understood, with the time to wait', async () => {
  const github = await openGithub()
  await github.control('PUT', 'people/mia-torres/rate', { used: 5000 })
  const primary = await failureOf(signIn(github, 'mia-torres'))
  await github.control('POST', 'faults', {
    path: '/user',
    status: 403,
    headers: { 'retry-after': '90' },
  })
  const secondary = await failureOf(signIn(github, 'priya-nair'))

  expect(primary.failure).toBe('rate_limited')
  expect(primary.retryAfterS).toBeGreaterThan(3500)
  expect(primary.retryAfterS).toBeLessThanOrEqual(3601)
  expect(secondary).toMatchObject({ failure: 'rate_limited', retryAfterS: 90 })
})

test('a revoked GitHub token has an error of its own', async () => {
  const github = await openGithub()
  await github.control('POST', 'faults', { path: '/user', status: 401 })

  const failure = await failureOf(signIn(github, 'mia-torres'))

  expect(failure.failure).toBe('token_refused')
})

test.each(['http://github.example', 'ftp://127.0.0.1'])(
  'secrets are not sent to %s',
  async (webUrl) => {
    const apiUrl = 'https://api.github.example'
    const settings = { webUrl, apiUrl, userAgent: 'test', ...REGISTERED }

    expect(() => githubSignIn(settings, movableClock())).toThrow(/must begin with https:/)
  },
)

const providerAt = ({ webUrl, apiUrl }: Github) =>
  githubSignIn({ webUrl, apiUrl, userAgent: 'test', ...REGISTERED }, machineClock)

async function signIn(github: Github, person: string) {
  const provider = providerAt(github)
  const attempt = newAttempt()

  return provider.exchange(attempt, await visit(provider, attempt, { person }))
}
