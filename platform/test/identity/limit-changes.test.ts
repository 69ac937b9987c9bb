// Over both databases: limits are rows that many requests change at once.

import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { newAddress, outcome, PASSWORD } from './people.ts'

const REFUSED = '429 over_email_send_rate_limit'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('ten times as many mails an hour stop no sign-up', async () => {
  const auth = await startAuth({ env: { AUTH_MAILS_PER_HOUR: '40' } })
  await recoverFromEverywhere(auth, 20)

  const raised = await restart(auth, { AUTH_MAILS_PER_HOUR: '400' })
  const signUp = await raised.post(
    '/signup',
    { email: newAddress(), password: PASSWORD },
    { from: '192.0.2.1' },
  )

  expect(outcome(signUp)).toBe('200')
})

test('a tenth of the mails an hour leaves the same share, and no more than that', async () => {
  const auth = await startAuth({ clock: movableClock(), env: { AUTH_MAILS_PER_HOUR: '100' } })
  await recoverFromEverywhere(auth, 30)

  const lowered = await restart(auth, { AUTH_MAILS_PER_HOUR: '10' })

  // Seven of ten are left, of which three are for members.
  expect(await recoverFromEverywhere(lowered, 10)).toEqual({ '200': 4, [REFUSED]: 6 })
})

test('another size and back gives nobody more', async () => {
  const auth = await startAuth({ clock: movableClock(), env: { AUTH_MAILS_PER_HOUR: '20' } })
  await recoverFromEverywhere(auth, 14)

  const raised = await restart(auth, { AUTH_MAILS_PER_HOUR: '200' })
  const whileRaised = await recoverFromEverywhere(raised, 2)
  const back = await restart(raised, { AUTH_MAILS_PER_HOUR: '20' })

  expect(whileRaised).toEqual({ [REFUSED]: 2 })
  expect(await recoverFromEverywhere(back, 2)).toEqual({ [REFUSED]: 2 })
})

test('another factor keeps the share of every limit', async () => {
  const auth = await startAuth({ clock: movableClock(), env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const ask = (server: Pick<AuthServer, 'post'>, times: number) =>
    counted(times, () => server.post('/verify', { type: 'email', email: newAddress(), token: '1' }))
  const first = await ask(auth, 15)

  const raised = await restart(auth, { AUTH_RATE_LIMIT_FACTOR: '10' })
  const afterRaise = await ask(raised, 20)
  const lowered = await restart(raised, { AUTH_RATE_LIMIT_FACTOR: '0.1' })

  const limited = '429 over_request_rate_limit'
  expect(first).not.toHaveProperty([limited])
  expect(afterRaise).not.toHaveProperty([limited])
  // 130 of 300 are left, which is 1.3 of 3.
  expect((await ask(lowered, 3))[limited]).toBe(2)
})

test('what the first release had counted refuses nobody, and gives nobody more than the limit', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: { AUTH_MAILS_PER_HOUR: '20' } })
  await auth.sql(FIRST_RELEASE, ['mail all', 30, 30 / 3600])
  const refusedThen = await auth.sql(FIRST_RELEASE, ['mail all', 1, 1 / 3600])

  const found = await recoverFromEverywhere(auth, 20)

  expect(refusedThen).toHaveLength(1)
  expect(found).toEqual({ '200': 14, [REFUSED]: 6 })
})

test('the refill of a limit that was changed is that of the new one', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: { AUTH_MAILS_PER_HOUR: '10' } })
  await recoverFromEverywhere(auth, 7)

  const raised = await restart(auth, { AUTH_MAILS_PER_HOUR: '60' })
  const atOnce = await recoverFromEverywhere(raised, 2)
  clock.moveTo(MINUTE_MS + 1000)

  expect(atOnce).toEqual({ [REFUSED]: 2 })
  expect(await recoverFromEverywhere(raised, 2)).toEqual({ '200': 1, [REFUSED]: 1 })
})

test('after the clock was set back by hours, mails are counted anew', async () => {
  const clock = movableClock()
  clock.moveTo(5 * HOUR_MS)
  const auth = await startAuth({ clock, env: { AUTH_MAILS_PER_HOUR: '10' } })
  const spent = await recoverFromEverywhere(auth, 12)

  clock.moveTo(0)
  const afterSetBack = await recoverFromEverywhere(auth, 12)

  expect(spent).toEqual({ '200': 7, [REFUSED]: 5 })
  expect(afterSetBack).toEqual(spent)
  expect(await recoverFromEverywhere(auth, 2)).toEqual({ [REFUSED]: 2 })
})

test('after the clock was set back by hours, nobody waits for the time of before', async () => {
  const clock = movableClock()
  clock.moveTo(5 * HOUR_MS)
  const auth = await startAuth({ clock })
  const limited = '429 over_request_rate_limit'
  const tryCodes = (times: number) =>
    counted(times, () => auth.post('/verify', { type: 'email', email: newAddress(), token: '1' }))
  const takeTwo = async () => (await auth.sql(`select ops.take('a bucket', 2, 2, 1) as wait`))[0]
  const spent = await tryCodes(40)
  await takeTwo()

  clock.moveTo(0)

  expect(spent[limited]).toBeGreaterThan(0)
  expect(await tryCodes(10)).not.toHaveProperty([limited])
  expect(await takeTwo()).toEqual({ wait: 0 })
})

test('a clock that is set back by less than a minute gives nobody a token', async () => {
  const clock = movableClock()
  clock.moveTo(HOUR_MS)
  const auth = await startAuth({ clock, env: { AUTH_MAILS_PER_HOUR: '10' } })
  await recoverFromEverywhere(auth, 12)

  clock.moveTo(HOUR_MS - 50_000)

  expect(await recoverFromEverywhere(auth, 2)).toEqual({ [REFUSED]: 2 })
})

/** The statement with which the first release took a token. */
const FIRST_RELEASE = `
  insert into ops.rate_limits as bucket (key, tokens, updated_at)
  values ($1, $2::float8 - 1, ops.now())
  on conflict (key) do update
     set tokens = least($2::float8, bucket.tokens
           + $3::float8 * greatest(extract(epoch from ops.now() - bucket.updated_at), 0)) - 1,
         updated_at = greatest(bucket.updated_at, ops.now())
   where least($2::float8, bucket.tokens
           + $3::float8 * greatest(extract(epoch from ops.now() - bucket.updated_at), 0)) >= 1
  returning tokens`

async function restart({ stop, db }: AuthServer, env: Record<string, string>) {
  await stop()

  return startAuth({ db, env: { AUTH_MAIL_INTERVAL_S: '0', ...env } })
}

let networks = 0

/** Each request from a network of its own and for an address of its own, so that only the installation's quota counts. */
const recoverFromEverywhere = (auth: Pick<AuthServer, 'post'>, times: number) =>
  counted(times, () => {
    const n = ++networks
    const from = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
    return auth.post('/recover', { email: newAddress() }, { from })
  })

async function counted(
  times: number,
  ask: () => ReturnType<AuthServer['post']>,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const answers = await Promise.all(Array.from({ length: times }, ask))
  for (const one of answers.map(outcome)) found[one] = (found[one] ?? 0) + 1

  return found
}
