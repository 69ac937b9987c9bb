import { expect, test } from 'vitest'
import { localApp } from '#github/registrations/registration.ts'
import { CALLBACK, openGithub, PKCE, VERIFIER } from './open-github.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

test('a code is good for a token of eight hours and a refresh token of half a year', async () => {
  const github = await openGithub()

  const reply = await github.exchange({ code: await github.codeFor('mia-torres') })

  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await reply.json()).toEqual({
    access_token: expect.stringMatching(/^ghu_\w{36}$/),
    expires_in: 28_800,
    refresh_token: expect.stringMatching(/^ghr_\w{76}$/),
    refresh_token_expires_in: 15_897_600,
    scope: '',
    token_type: 'bearer',
  })
})

test('without an Accept header the answer is a form', async () => {
  const github = await openGithub()

  const reply = await github.exchange({ code: await github.codeFor('mia-torres') }, '*/*')
  const form = new URLSearchParams(await reply.text())

  expect(reply.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
  expect(form.get('access_token')).toMatch(/^ghu_/)
  expect(form.get('token_type')).toBe('bearer')
})

test('parameters may come as JSON or in the address', async () => {
  const github = await openGithub()
  const { clientId: client_id, clientSecret: client_secret } = localApp
  const address = `${github.webUrl}/login/oauth/access_token`
  const headers = { accept: 'application/json' }
  const parameters = async () => ({
    client_id,
    client_secret,
    code: await github.codeFor('mia-torres'),
  })

  const json = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(await parameters()),
  })
  const query = await fetch(`${address}?${new URLSearchParams(await parameters())}`, {
    method: 'POST',
    headers,
  })

  expect(await json.json()).toHaveProperty('access_token')
  expect(await query.json()).toHaveProperty('access_token')
})

test.each([
  [{ code: 'wrong' }, 'bad_verification_code', 'The code passed is incorrect or expired.'],
  [
    { client_secret: 'wrong' },
    'incorrect_client_credentials',
    'The client_id and/or client_secret passed are incorrect.',
  ],
  [
    { client_id: 'nobody' },
    'incorrect_client_credentials',
    'The client_id and/or client_secret passed are incorrect.',
  ],
  [
    { redirect_uri: `${CALLBACK}/more` },
    'redirect_uri_mismatch',
    'The redirect_uri MUST match the registered callback URL for this application.',
  ],
  [
    { grant_type: 'refresh_token', refresh_token: 'wrong' },
    'bad_refresh_token',
    'The refresh token passed is incorrect or expired.',
  ],
  [{ grant_type: 'password' }, 'unsupported_grant_type', expect.any(String)],
])('%j is refused with status 200', async (parameters, error, error_description) => {
  const github = await openGithub()
  const code = await github.codeFor('mia-torres')

  const reply = await github.exchange({ code, ...parameters })

  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ error, error_description, error_uri: expect.any(String) })
})

test('a code is good once, and for its own application only', async () => {
  const other = { ...localApp, clientId: 'other', clientSecret: 'other-secret' }
  const github = await openGithub({ registrations: [localApp, other] })
  const code = await github.codeFor('mia-torres')

  const stolen = await github.tokensFor({ code, client_id: 'other', client_secret: 'other-secret' })
  const first = await github.tokensFor({ code })
  const second = await github.tokensFor({ code })

  expect(stolen.error).toBe('bad_verification_code')
  expect(first).toHaveProperty('access_token')
  expect(second.error).toBe('bad_verification_code')
})

test('of many concurrent exchanges of one code, one gets a token', async () => {
  const github = await openGithub()
  const code = await github.codeFor('mia-torres')

  const answers = await Promise.all(Array.from({ length: 8 }, () => github.tokensFor({ code })))

  expect(answers.filter(({ access_token: token }) => token)).toHaveLength(1)
})

test('a code is good for ten minutes', async () => {
  const github = await openGithub()
  const early = await github.codeFor('mia-torres')
  const late = await github.codeFor('mia-torres')

  await github.control('PUT', 'clock', { offsetMs: 9 * MINUTE_MS })
  const inTime = await github.tokensFor({ code: early })
  await github.control('PUT', 'clock', { offsetMs: 11 * MINUTE_MS })
  const tooLate = await github.tokensFor({ code: late })

  expect(inTime).toHaveProperty('access_token')
  expect(tooLate.error).toBe('bad_verification_code')
})

test('a code that began with a challenge ends with its verifier only', async () => {
  const github = await openGithub()
  const code = () => github.codeFor('mia-torres', PKCE)

  const right = await github.tokensFor({ code: await code(), code_verifier: VERIFIER })
  const wrong = await github.tokensFor({ code: await code(), code_verifier: `${VERIFIER}x` })
  const missing = await github.tokensFor({ code: await code() })

  expect(right).toHaveProperty('access_token')
  expect([wrong.error, missing.error]).toEqual(['bad_verification_code', 'bad_verification_code'])
})

test('a person with an unverified primary address gets no token', async () => {
  const github = await openGithub()

  const answer = await github.signIn('noor-haddad')

  expect(answer).toEqual({
    error: 'unverified_user_email',
    error_description: 'The user must have a verified primary email.',
    error_uri: expect.any(String),
  })
})

test('a refresh gives a new pair, and the old one stops working', async () => {
  const github = await openGithub()
  const old = await github.signIn('mia-torres')
  const refresh = (refresh_token: string) =>
    github.tokensFor({ grant_type: 'refresh_token', refresh_token })

  const renewed = await refresh(old.refresh_token)
  const again = await refresh(old.refresh_token)

  expect(renewed.access_token).toMatch(/^ghu_/)
  expect(renewed.refresh_token).not.toBe(old.refresh_token)
  expect(again.error).toBe('bad_refresh_token')
  expect((await github.api('/user', old.access_token)).status).toBe(401)
  expect((await github.api('/user', renewed.access_token)).status).toBe(200)
})

test('a token lives eight hours, its refresh token half a year', async () => {
  const github = await openGithub()
  const { access_token: token, refresh_token } = await github.signIn('mia-torres')
  const other = await github.signIn('mia-torres')

  await github.control('PUT', 'clock', { offsetMs: 7 * HOUR_MS })
  const early = await github.api('/user', token)
  await github.control('PUT', 'clock', { offsetMs: 9 * HOUR_MS })
  const late = await github.api('/user', token)
  await github.control('PUT', 'clock', { offsetMs: 183 * DAY_MS })
  const renewed = await github.tokensFor({ grant_type: 'refresh_token', refresh_token })
  await github.control('PUT', 'clock', { offsetMs: 185 * DAY_MS })
  const over = await github.tokensFor({
    grant_type: 'refresh_token',
    refresh_token: other.refresh_token,
  })

  expect([early.status, late.status]).toEqual([200, 401])
  expect(renewed).toHaveProperty('access_token')
  expect(over.error).toBe('bad_refresh_token')
})

test('tokens and people survive a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await openGithub({ dataDir })
  await before.control('POST', 'seed', {
    people: [{ login: 'ada', email: 'ada@example.test', emailState: 'hidden' }],
  })
  const { access_token: token } = await before.signIn('ada')

  await before.close()
  const after = await openGithub({ dataDir })

  expect(await (await after.api('/user', token)).json()).toMatchObject({ login: 'ada' })
})
