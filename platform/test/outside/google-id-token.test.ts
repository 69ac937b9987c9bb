import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { machineClock, movableClock } from '#clock/clock.ts'
import { IdTokenError } from '#outside/id-token-error.ts'
import { googleSignIn } from '#outside/oidc/google-sign-in.ts'
import type { IdTokenClaim } from '#outside/sign-in-provider.ts'
import { openGoogle, REGISTERED } from './providers.ts'

const HOUR_MS = 60 * 60 * 1000
const NONCE = 'chosen-by-the-client'
const HASHED = createHash('sha256').update(NONCE).digest('hex')

type Google = Awaited<ReturnType<typeof openGoogle>>

test('an id token from Google’s button identifies its user', async () => {
  const google = await openGoogle()
  const { id_token: idToken, access_token: accessToken } = await button(google, { nonce: HASHED })

  const profile = await read(google, { idToken, accessToken, nonce: NONCE })

  expect(profile).toMatchObject({
    provider: 'google',
    subject: '100000000000000001003',
    email: 'jonas@example.test',
    emailVerified: true,
  })
})

test('neither nonce nor access token is needed where none was used', async () => {
  const google = await openGoogle()
  const { id_token: idToken } = await button(google)

  expect(await read(google, { idToken })).toMatchObject({ name: 'Jonas Weber' })
})

test('a token made for another program of ours is taken', async () => {
  const google = await openGoogle()
  const { id_token: idToken } = await button(google, { clientId: 'gitferry-phone' })

  expect(await read(google, { idToken })).toMatchObject({ name: 'Jonas Weber' })
})

test('a token for a third party’s client is refused, with its audience', async () => {
  const google = await openGoogle()
  const { id_token: idToken } = await button(google, { clientId: 'third-party' })

  const error = await refusal(google, { idToken })

  expect(error).toMatchObject({ problem: 'wrong_audience', audience: ['third-party'] })
})

test('a token requested by a third party’s client is refused, even if it also names ours', async () => {
  const google = await openGoogle()
  const { id_token: idToken } = await button(google, { fault: 'party' })

  const error = await refusal(google, { idToken })

  expect(error.problem).toBe('wrong_audience')
})

test.each(['issuer', 'expired', 'signature'])(
  'a token with a wrong %s is not believed',
  async (fault) => {
    const google = await openGoogle()
    const { id_token: idToken } = await button(google, { fault })

    expect(await refusal(google, { idToken })).toMatchObject({ problem: 'not_verified' })
  },
)

test('a nonce on one side only is refused', async () => {
  const google = await openGoogle()
  const withNonce = await button(google, { nonce: HASHED })
  const without = await button(google)

  const missing = await refusal(google, { idToken: withNonce.id_token })
  const surplus = await refusal(google, { idToken: without.id_token, nonce: NONCE })

  expect([missing.problem, surplus.problem]).toEqual(['nonce_missing', 'nonce_missing'])
})

test('the token holds the digest of the nonce, not the nonce', async () => {
  const google = await openGoogle()
  const hashed = await button(google, { nonce: HASHED })
  const plain = await button(google, { nonce: NONCE })

  const other = await refusal(google, { idToken: hashed.id_token, nonce: 'another' })
  const unhashed = await refusal(google, { idToken: plain.id_token, nonce: NONCE })

  expect([other.problem, unhashed.problem]).toEqual(['wrong_nonce', 'wrong_nonce'])
})

test('an access token that was issued with another id token is refused', async () => {
  const google = await openGoogle()
  const one = await button(google)
  const other = await button(google)

  const error = await refusal(google, {
    idToken: one.id_token,
    accessToken: other.access_token,
  })

  expect(error.problem).toBe('not_verified')
})

test.each([
  '',
  'x',
  'a.b.c',
  'eyJhbGciOiJub25lIn0.e30.',
  `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.c2ln`,
  `${Buffer.from('{"alg":"RS256","kid":"unknown"}').toString('base64url')}.e30.c2ln`,
])('%j is no id token', async (idToken) => {
  const google = await openGoogle()

  expect(await refusal(google, { idToken })).toMatchObject({ problem: 'not_verified' })
})

test('a token lives an hour by the clock we are given, give or take half a minute', async () => {
  const google = await openGoogle()
  const clock = movableClock()
  const { id_token: idToken } = await button(google)

  clock.moveTo(HOUR_MS + 5_000)
  const barely = await read(google, { idToken }, clock)
  clock.moveTo(HOUR_MS + 60_000)
  const over = await refusal(google, { idToken }, clock)
  clock.moveTo(-HOUR_MS)
  const notYet = await refusal(google, { idToken }, clock)

  expect(barely.subject).toBe('100000000000000001003')
  expect([over.problem, notYet.problem]).toEqual(['not_verified', 'not_verified'])
})

test('an unreachable Google is no fault of the token', async () => {
  const google = await openGoogle()
  const { id_token: idToken } = await button(google)
  await google.control('POST', 'faults', { path: '/oauth2/v3/certs', drop: 'before' })

  await expect(read(google, { idToken })).rejects.toMatchObject({
    name: 'ProviderError',
    failure: 'unavailable',
  })
})

/** What Google's own button on a page would give to its script. */
async function button(google: Google, parameters: Record<string, string> = {}) {
  const reply = await google.control('POST', 'id-tokens', {
    person: 'jonas@example.test',
    clientId: REGISTERED.clientId,
    ...parameters,
  })

  return (await reply.json()) as { id_token: string; access_token: string }
}

function read({ issuer }: Google, claim: IdTokenClaim, clock = machineClock) {
  const settings = {
    issuer,
    clientIds: [REGISTERED.clientId, 'gitferry-phone'] as const,
    clientSecret: REGISTERED.clientSecret,
  }
  const { readIdToken } = googleSignIn(settings, clock)
  if (!readIdToken) throw new Error('Google makes id tokens.')

  return readIdToken(claim)
}

async function refusal(google: Google, claim: IdTokenClaim, clock = machineClock) {
  const error = await read(google, claim, clock).then(
    () => undefined,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(IdTokenError)

  return error as IdTokenError
}
