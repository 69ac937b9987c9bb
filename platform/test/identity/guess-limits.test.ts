// Over both databases: limits are rows that many requests change at once.

import type { SessionJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { deleteExpired } from '#identity/flows/delete-expired.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { PASSWORD as FACTORS_PASSWORD, memberWithFactor, startFactors } from './factors-server.ts'
import {
  addMember,
  linkFor,
  memberWithSession,
  newAddress,
  outcome,
  PASSWORD,
  signIn,
} from './people.ts'

const REFUSED = '429 over_request_rate_limit'
const WRONG = '400 invalid_credentials'
const HOME = '192.0.2.7'
const DAY_MS = 24 * 3_600_000
/** A tenth of the usual limits: they do not fill up again while a slow machine runs a test. */
const STRICT = { AUTH_RATE_LIMIT_FACTOR: '0.1' }

test('distributed guesses do not lock a known device out', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, HOME)

  await guessFromEverywhere(auth, email)
  const elsewhere = await guess(auth, email, PASSWORD, '198.51.100.7')
  const home = await guess(auth, email, PASSWORD, HOME)

  expect(outcome(elsewhere)).toBe(REFUSED)
  expect(outcome(home)).toBe('200')
})

test('a success on a known device gives no new guesses to others', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, HOME)

  await guessFromEverywhere(auth, email)
  await signIn(auth, email, PASSWORD, HOME)

  expect(outcome(await guess(auth, email, 'wrong', '198.51.100.7'))).toBe(REFUSED)
})

test('guesses of one network stop that network, not another one', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)

  const guesses = []
  for (let n = 0; n < 14; n++) guesses.push(await guess(auth, email, 'wrong', '203.0.113.9'))
  const another = await guess(auth, email, PASSWORD, '198.51.100.7')

  expect(guesses.map(outcome).slice(0, 10)).toEqual(Array(10).fill(WRONG))
  expect(outcome(guesses[13] ?? another)).toBe(REFUSED)
  expect(outcome(another)).toBe('200')
})

test('a known device has guesses of its own, and not without end', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, HOME)

  const guesses = []
  for (let n = 0; n < 14; n++) guesses.push(outcome(await guess(auth, email, 'wrong', HOME)))
  const another = await guess(auth, email, PASSWORD, '198.51.100.7')

  expect(guesses.slice(0, 10)).toEqual(Array(10).fill(WRONG))
  expect(guesses.at(-1)).toBe(REFUSED)
  expect(outcome(another)).toBe('200')
})

test('an unknown address is guessed at as often as a known one', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email: known } = await addMember(auth)
  await signIn(auth, known, PASSWORD, HOME)

  const seen: Record<string, unknown> = {}
  for (const [name, email] of Object.entries({ known, unknown: newAddress() })) {
    const answers = []
    for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])
      answers.push(await guess(auth, email, 'wrong', from))
    seen[name] = answers.map(({ status, body, headers }) => [
      status,
      body,
      headers.has('retry-after'),
    ])
  }

  expect(seen.unknown).toEqual(seen.known)
})

test.each([
  ['another network', { from: '198.51.100.7', agent: 'Browser/1.0' }, REFUSED],
  ['another program', { from: HOME, agent: 'Other/1.0' }, REFUSED],
  ['a newer version', { from: HOME, agent: 'Browser/2.5' }, '200'],
])('a device is a network and a program: %s', async (_name, { from, agent }, expected) => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  const right = (by: string, userAgent: string) =>
    auth.post(
      '/token?grant_type=password',
      { email, password: PASSWORD },
      { from: by, headers: { 'user-agent': userAgent } },
    )
  await right(HOME, 'Browser/1.0')
  await guessFromEverywhere(auth, email)

  expect(outcome(await right(from, agent))).toBe(expected)
})

test('a new password makes every other device unknown', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, '198.51.100.7')
  const { access_token } = await signIn(auth, email, PASSWORD, HOME)
  const password = 'brand new 1'

  const changed = await auth.call('/user', {
    method: 'PUT',
    body: { password, current_password: PASSWORD },
    as: access_token,
    from: HOME,
  })
  await guessFromEverywhere(auth, email)

  expect(changed.status).toBe(200)
  expect(outcome(await guess(auth, email, password, '198.51.100.7'))).toBe(REFUSED)
  expect(outcome(await guess(auth, email, password, HOME))).toBe('200')
})

test.each([
  ['an admin sets a password', { password: 'brand new 1' }],
  ['an admin bans the account', { ban_duration: '24h' }],
])('no device stays known when %s', async (_name, body) => {
  const auth = await startAuth()
  const { id, session } = await memberWithSession(auth)
  const devices = () => auth.sql('select from auth.known_devices where user_id = $1', [id])
  const before = await devices()

  const answer = await auth.admin(`/admin/users/${id}`, { method: 'PUT', body })

  expect(session.user.id).toBe(id)
  expect(before).toHaveLength(1)
  expect(answer.status).toBe(200)
  expect(await devices()).toEqual([])
})

test('distributed wrong codes do not lock a known device out', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, HOME)
  const verify = (token: string, from: string) =>
    auth.post('/verify', { type: 'recovery', email, token }, { from })

  const seen = new Set<string>()
  for (let n = 0; n < 5; n++) {
    const { email_otp } = await linkFor(auth, { type: 'recovery', email })
    const wrong = email_otp === '000000' ? '000001' : '000000'
    seen.add(outcome(await verify(wrong, `203.0.113.${n + 1}`)))
  }
  const { email_otp: code } = await linkFor(auth, { type: 'recovery', email })
  const elsewhere = await verify(code, '198.51.100.7')
  const home = await verify(code, HOME)

  expect(seen).toEqual(new Set(['403 otp_expired', REFUSED]))
  expect(outcome(elsewhere)).toBe(REFUSED)
  expect(outcome(home)).toBe('200')
})

test('wrong codes of one network leave codes to the others', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const verify = (token: string, from: string) =>
    auth.post('/verify', { type: 'recovery', email, token }, { from })

  const guesses = []
  for (let n = 0; n < 12; n++) guesses.push(outcome(await verify('not a code', '203.0.113.9')))
  const { email_otp: code } = await linkFor(auth, { type: 'recovery', email })

  expect(guesses.at(-1)).toBe(REFUSED)
  expect(outcome(await verify(code, '198.51.100.7'))).toBe('200')
})

test('a stolen session guesses the current password at its own cost', async () => {
  const auth = await startAuth({ env: STRICT })
  const { email } = await addMember(auth)
  const { access_token } = await signIn(auth, email, PASSWORD, HOME)
  const change = (n: number) =>
    auth.call('/user', {
      method: 'PUT',
      body: { password: 'brand new 1', current_password: 'wrong' },
      as: access_token,
      from: `203.0.113.${n + 1}`,
    })

  const guesses = []
  for (let n = 0; n < 6; n++) guesses.push(outcome(await change(n)))

  expect(guesses.at(-1)).toBe(REFUSED)
  expect(outcome(await guess(auth, email, PASSWORD, HOME))).toBe('200')
})

test('where there is a second factor, the password alone makes no device known', async () => {
  const server = await startFactors()
  const { email, factor } = await memberWithFactor(server)
  const count = async () => (await server.sql('select from auth.known_devices')).length
  const grant = { email, password: FACTORS_PASSWORD }
  const atHome = { headers: { 'user-agent': 'Browser/1.0' } }

  const before = await count()
  const { body } = await server.post<SessionJson>('/token?grant_type=password', grant, atHome)
  const byPassword = await count()
  const as = body.access_token
  const challenge_id = await server.challenge(as, factor.id)
  const answer = { challenge_id, code: server.codeOf(factor.secret) }
  await server.post(`/factors/${factor.id}/verify`, answer, { as, ...atHome })

  expect([before, byPassword, await count()]).toEqual([1, 1, 2])
})

test('the twenty devices used last are known, for ninety days', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: { AUTH_RATE_LIMIT_FACTOR: '0' } })
  const { id, email } = await addMember(auth)
  const count = async () =>
    (await auth.sql('select from auth.known_devices where user_id = $1', [id])).length

  for (let n = 0; n < 22; n++) {
    clock.moveTo(n * 1000)
    await signIn(auth, email, PASSWORD, `203.0.113.${n + 1}`)
  }
  const most = await count()
  clock.moveTo(91 * DAY_MS)
  await deleteExpired(auth.db)

  expect(most).toBe(20)
  expect(await count()).toBe(0)
})

test('a device that was not used for ninety days is unknown before it is forgotten', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: STRICT })
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, HOME)

  clock.moveTo(91 * DAY_MS)
  await guessFromEverywhere(auth, email)

  expect(outcome(await guess(auth, email, PASSWORD, HOME))).toBe(REFUSED)
})

const guess = (auth: AuthServer, email: string, password: string, from: string) =>
  auth.post('/token?grant_type=password', { email, password }, { from })

/** Enough to use up what all unknown devices have together. */
const guessFromEverywhere = (auth: AuthServer, email: string) =>
  Promise.all(
    Array.from({ length: 8 }, (_, n) => guess(auth, email, 'wrong', `203.0.113.${n + 20}`)),
  )
