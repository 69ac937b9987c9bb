import { createHmac } from 'node:crypto'
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { newSigningKey, rotated } from '#config/signing-key.ts'
import { JWT_SECRET, startAuth } from '#test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'
import { memberWithSession, outcome, outcomes } from './people.ts'

test('no token passes that one of our keys has not signed for this moment', async () => {
  const key = newSigningKey()
  const auth = await startAuth({ env: { JWT_KEYS: JSON.stringify({ keys: [key] }), JWT_SECRET } })
  const { session } = await memberWithSession(auth)
  const claims = decodeJwt(session.access_token)
  const now = Math.floor(Date.now() / 1000)
  const [header = '', payload = '', signature = ''] = session.access_token.split('.')
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = async (changes: object, kid: string | undefined, jwk: JWK = key) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'ES256', ...(kid && { kid }) })
      .sign(await importJWK({ ...jwk, key_ops: ['sign'] }, 'ES256'))
  const withMac = (head: object, secret: string) => {
    const body = `${encode(head)}.${payload}`
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  const publicPem = await exportSPKI((await importJWK(publicHalf(key), 'ES256')) as CryptoKey)

  const bad: Record<string, string> = {
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'alg none with our kid': `${encode({ alg: 'none', kid: key.kid })}.${payload}.`,
    'public key as secret': withMac({ alg: 'HS256', kid: key.kid }, publicPem),
    'public x as secret': withMac({ alg: 'HS256', kid: key.kid }, key.x ?? ''),
    'empty secret': withMac({ alg: 'HS256' }, ''),
    'unknown kid': await signed({}, 'nobody'),
    'no kid for ES256': await signed({}, undefined),
    'kid of ours, key of another': await signed({}, key.kid, newSigningKey()),
    'kid as a path': await signed({}, '../../etc/passwd'),
    'changed payload': `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
    'changed header': `${encode({ alg: 'ES256', kid: key.kid, x: 1 })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${session.access_token}.x`,
    expired: await signed({ exp: now - 1 }, key.kid),
    'not valid yet': await signed({ nbf: now + 600 }, key.kid),
    'exp is text': await signed({ exp: 'tomorrow' as never }, key.kid),
  }

  const found = await outcomes(
    Object.fromEntries(
      Object.entries(bad).map(([name, as]) => [name, () => auth.call('/user', { as })]),
    ),
  )
  const said = await auth.call('/user', { as: 'nonsense' })

  expect(found).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, '403 bad_jwt'])))
  expect(said.body.message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
  expect((await auth.call('/user', { as: session.access_token })).status).toBe(200)
})

test('a token ends at its time, also when it was seen before', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: { AUTH_JWT_EXP_S: '60' } })
  const { session } = await memberWithSession(auth)
  const user = () => auth.call('/user', { as: session.access_token })

  expect((await user()).status).toBe(200)
  clock.moveTo(61_000)

  expect(outcome(await user())).toBe('403 bad_jwt')
})

test('the published keys are public halves only, and may be kept for ten minutes', async () => {
  const symmetric = { kty: 'oct', k: Buffer.alloc(32).toString('base64url'), kid: 'old' }
  const key = newSigningKey()
  const auth = await startAuth({
    env: { JWT_KEYS: JSON.stringify([key, symmetric]), JWT_SECRET },
  })

  const { body, headers } = await auth.call<{ keys: JWK[] }>('/.well-known/jwks.json', {
    headers: { apikey: undefined },
  })

  expect(body.keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x: key.x,
      y: key.y,
      kid: key.kid,
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    },
  ])
  expect(headers.get('cache-control')).toBe('public, max-age=600')
})

test('after a rotation old tokens still verify, and new ones carry the new key', async () => {
  const before = [newSigningKey()]
  const after = rotated(before)
  const auth = await startAuth({ env: { JWT_KEYS: JSON.stringify(before) } })
  const { session } = await memberWithSession(auth)
  const next = await startTestServer({
    db: auth.db,
    env: {
      JWT_KEYS: JSON.stringify({ keys: after }),
      APP_ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
      PUBLISHABLE_KEY: auth.keys.publishable,
    },
  })
  const headers = { apikey: auth.keys.publishable }

  const withOld = await fetch(`${next.url}/auth/v1/user`, {
    headers: { ...headers, authorization: `Bearer ${session.access_token}` },
  })
  const refreshed = await fetch(`${next.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  })

  expect(withOld.status).toBe(200)
  const { access_token } = (await refreshed.json()) as { access_token: string }
  expect(decodeProtectedHeader(access_token).kid).toBe(after[0]?.kid)
  expect(decodeProtectedHeader(session.access_token).kid).toBe(before[0]?.kid)
  expect(after[1]).not.toHaveProperty('d')
})

test.each(['RS256', 'ES512', 'EdDSA'])(
  'a set whose signing key is for %s signs and verifies with it',
  async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true })
    const key = { ...(await exportJWK(privateKey)), kid: 'one', alg, key_ops: ['sign', 'verify'] }
    const auth = await startAuth({ env: { JWT_KEYS: JSON.stringify([key]) } })

    const { session } = await memberWithSession(auth)

    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg, kid: 'one' })
    expect((await auth.call('/user', { as: session.access_token })).status).toBe(200)
  },
)

test('the issuer and the keys of our tokens are published without an API key', async () => {
  const auth = await startAuth({ env: { API_URL: 'http://api.example.test' } })
  const { session } = await memberWithSession(auth)

  const { body, headers } = await auth.call<Record<string, unknown>>(
    '/.well-known/openid-configuration',
    { headers: { apikey: undefined } },
  )

  const issuer = 'http://api.example.test/auth/v1'
  expect(body).toEqual({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: [],
    grant_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [decodeProtectedHeader(session.access_token).alg],
  })
  expect(decodeJwt(session.access_token).iss).toBe(issuer)
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('with a secret alone tokens are HS256, and nothing is published', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const { session } = await memberWithSession(auth)

  const { body } = await auth.call('/.well-known/jwks.json')

  expect(decodeProtectedHeader(session.access_token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(body).toEqual({ keys: [] })
})

test('every kind of API key is accepted, and none of them is a user', async () => {
  const auth = await startAuth({ env: { JWT_SECRET, ANON_KEY: 'handed-out-long-ago' } })
  const legacy = (role: string) =>
    new SignJWT({ role, iss: 'supabase' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from(JWT_SECRET))
  const keys = {
    publishable: auth.keys.publishable,
    secret: auth.keys.secret,
    anon: await legacy('anon'),
    service: await legacy('service_role'),
    'handed out': 'handed-out-long-ago',
  }
  const { session } = await memberWithSession(auth)

  for (const key of Object.values(keys)) {
    const headers = { apikey: key }
    const settings = await auth.call('/settings', { headers })
    const asBearer = await auth.call('/user', { headers, as: key })
    const withUser = await auth.call('/user', { headers, as: session.access_token })

    expect([settings.status, asBearer.status, withUser.status]).toEqual([200, 403, 200])
  }
  const inQuery = await auth.call(`/settings?apikey=${keys.publishable}`, {
    headers: { apikey: undefined },
  })
  expect(inQuery.status).toBe(200)
})

test('requests without a valid API key are refused with the messages of Supabase’s gateway', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const user = await memberWithSession(auth)

  const none = await auth.call('/settings', { headers: { apikey: undefined } })
  const wrong = await auth.call('/settings', { headers: { apikey: 'sb_publishable_wrong' } })
  const personal = await auth.call('/settings', {
    headers: { apikey: user.session.access_token },
  })

  expect([none.status, none.body]).toEqual([401, { message: 'No API key found in request' }])
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { message: 'Invalid authentication credentials' },
  ])
  expect(personal.status).toBe(401)
})

test('the gate can be left open', async () => {
  const auth = await startAuth({ env: { AUTH_REQUIRE_APIKEY: 'false' } })

  expect((await auth.call('/settings', { headers: { apikey: undefined } })).status).toBe(200)
})

const publicHalf = ({ kty, crv, x, y }: JWK) => ({ kty, crv, x, y }) as JWK
