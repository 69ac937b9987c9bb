import type { SessionJson } from '@app/contract/identity'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, newAddress, outcome, outcomes, PASSWORD, signIn } from './people.ts'

/** A tenth of the usual limits: they do not fill up again while a slow machine runs a test. */
const STRICT = { AUTH_RATE_LIMIT_FACTOR: '0.1' }

test('a member who knows their password gets a session', async () => {
  const auth = await startAuth()
  const { id, email } = await addMember(auth)

  const session = await signIn(auth, email)

  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^[\w-]{50,}$/),
    user: { id, email, last_sign_in_at: expect.any(String) },
  })
  expect(session.expires_at).toBe(decodeJwt(session.access_token).exp)
  expect(decodeJwt(session.access_token)).toMatchObject({
    iss: `${auth.url}/auth/v1`,
    sub: id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
  })
})

test('a sign-in that cannot be is refused with its own status and code', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const unconfirmed = newAddress()
  await auth.post('/signup', { email: unconfirmed, password: PASSWORD })
  const banned = await addMember(auth)
  await auth.admin(`/admin/users/${banned.id}`, { method: 'PUT', body: { ban_duration: '24h' } })
  const grant = (type: string, body: object) => () => auth.post(`/token?grant_type=${type}`, body)
  const password = (body: object) => grant('password', body)

  const found = await outcomes({
    'no grant': () => auth.post('/token', {}),
    'unknown grant': grant('magic', {}),
    'grant of an object': grant('constructor', {}),
    'both addresses': password({ email, phone: '15551234567', password: PASSWORD }),
    'no address': password({ password: PASSWORD }),
    'no password': password({ email }),
    'wrong password': password({ email, password: 'wrong' }),
    'a blank more': password({ email, password: `${PASSWORD} ` }),
    unconfirmed: password({ email: unconfirmed, password: PASSWORD }),
    'unconfirmed, wrong password': password({ email: unconfirmed, password: 'wrong' }),
    banned: password({ email: banned.email, password: PASSWORD }),
    'banned, wrong password': password({ email: banned.email, password: 'wrong' }),
    'phone while off': password({ phone: '15551234567', password: PASSWORD }),
    web3: grant('web3', { chain: 'solana' }),
    'id_token of a provider that is off': grant('id_token', { provider: 'google', id_token: 'x' }),
    'id_token missing': grant('id_token', { provider: 'google' }),
  })

  expect(found).toEqual({
    'no grant': '400 invalid_credentials',
    'unknown grant': '400 invalid_credentials',
    'grant of an object': '400 invalid_credentials',
    'both addresses': '400 validation_failed',
    'no address': '400 validation_failed',
    'no password': '400 invalid_credentials',
    'wrong password': '400 invalid_credentials',
    'a blank more': '400 invalid_credentials',
    unconfirmed: '400 email_not_confirmed',
    'unconfirmed, wrong password': '400 invalid_credentials',
    banned: '400 user_banned',
    'banned, wrong password': '400 invalid_credentials',
    'phone while off': '422 phone_provider_disabled',
    web3: '422 web3_provider_disabled',
    'id_token of a provider that is off': '400 provider_disabled',
    'id_token missing': '400',
  })
})

test('unknown, wrong and missing passwords look alike and cost one hash each', async () => {
  const auth = await startAuth({ env: { TRUSTED_PROXIES: '' } })
  const known = await addMember(auth)
  const byLinkOnly = newAddress()
  await auth.admin('/admin/users', {
    method: 'POST',
    body: { email: byLinkOnly, email_confirm: true },
  })
  const attempts = { unknown: newAddress(), wrong: known.email, missing: byLinkOnly }

  const seen: Record<string, object> = {}
  for (const [name, email] of Object.entries(attempts)) {
    const before = await hashesMade(auth)
    const { status, body } = await auth.post('/token?grant_type=password', {
      email,
      password: 'wrong-1',
    })
    seen[name] = { status, body, hashes: (await hashesMade(auth)) - before }
  }

  const same = {
    status: 400,
    body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    hashes: 1,
  }
  expect(seen).toEqual({ unknown: same, wrong: same, missing: same })
})

test('too many sign-ins from one IP address are refused, and others are not affected', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  const guess = (from: string) =>
    auth.post('/token?grant_type=password', { email: newAddress(), password: 'wrong' }, { from })

  const answers = await Promise.all(Array.from({ length: 40 }, () => guess('203.0.113.9')))
  const refused = answers.filter(({ status }) => status === 429)

  expect(refused.length).toBeGreaterThan(30)
  expect(refused[0]?.body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  })
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await signIn(auth, email, PASSWORD, '198.51.100.7')
})

test('guesses from everywhere at one account are slowed down, and time heals', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: STRICT })
  const { email } = await addMember(auth)
  const guess = (n: number, password = 'wrong') =>
    auth.post('/token?grant_type=password', { email, password }, { from: `203.0.113.${n}` })

  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n + 1)))
  const tried = answers.filter(({ status }) => status === 400)
  const locked = await guess(100, PASSWORD)
  clock.moveTo(10 * 60_000)
  const healed = await guess(101, PASSWORD)

  expect(tried.length).toBeLessThan(5)
  expect(outcome(locked)).toBe('429 over_request_rate_limit')
  expect(healed.status).toBe(200)
})

test('a success forgets the failures before it', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const guess = (password: string) => auth.post('/token?grant_type=password', { email, password })

  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 8; n++) await guess('wrong')
    expect((await guess(PASSWORD)).status).toBe(200)
  }
})

test('an imported bcrypt password opens the account and is hashed anew', async () => {
  const auth = await startAuth()
  const email = newAddress()
  // The letter names a library's version; what is computed is the same.
  const password_hash = (await bcrypt('imported-1', 4)).replace('$2b$', '$2a$')
  await auth.admin('/admin/users', {
    method: 'POST',
    body: { email, password_hash, email_confirm: true },
  })

  await signIn(auth, email, 'imported-1')

  const [row] = await auth.sql('select encrypted_password from auth.users')
  expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$/)
  await signIn(auth, email, 'imported-1')
})

test('a password of an older policy still signs in, with a warning', async () => {
  const auth = await startAuth()
  const email = newAddress()
  await auth.admin('/admin/users', {
    method: 'POST',
    body: { email, password: '123', email_confirm: true },
  })

  const { status, body } = await auth.post<SessionJson>('/token?grant_type=password', {
    email,
    password: '123',
  })

  expect(status).toBe(200)
  expect(body.weak_password).toEqual({
    message: 'Password should be at least 6 characters.',
    reasons: ['length'],
  })
})

/** How many passwords the server has hashed or compared since its start. */
async function hashesMade({ url }: AuthServer): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()

  return Number(/^password_hash_seconds_count (\d+)$/m.exec(text)?.[1])
}
