// Over both databases: limits are rows that many requests change at once.

import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, memberWithSession, newAddress, outcome, PASSWORD, signIn } from './people.ts'

const REFUSED = '429 over_email_send_rate_limit'
const HOUR_MS = 3_600_000
/** Of ten mails an hour, seven are for anybody and one network has two. */
const FEW = { AUTH_MAILS_PER_HOUR: '10' }

test('thirty requests of one network leave the mails of all others', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)

  const flood = await askAtOnce(30, () => recover(auth, newAddress(), '203.0.113.9'))
  const others = [
    await recover(auth, email, '198.51.100.1'),
    await recover(auth, newAddress(), '198.51.100.2'),
    await auth.post(
      '/signup',
      { email: newAddress(), password: PASSWORD },
      { from: '198.51.100.3' },
    ),
  ]

  expect(countOf(flood)).toEqual({ '200': 20, [REFUSED]: 10 })
  expect(others.map(outcome)).toEqual(['200', '200', '200'])
})

test('a network has its mails again an hour later', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock, env: FEW })
  const ask = async () => outcome(await recover(auth, newAddress(), '203.0.113.9'))

  const first = [await ask(), await ask(), await ask()]
  clock.moveTo(HOUR_MS)

  expect(first).toEqual(['200', '200', REFUSED])
  expect([await ask(), await ask(), await ask()]).toEqual(['200', '200', REFUSED])
})

test('addresses of one IPv6 network share its mails, and so do the networks of one site', async () => {
  const auth = await startAuth({ env: { AUTH_MAILS_PER_HOUR: '20' } })
  const ask = (from: string) => recover(auth, newAddress(), from)

  const network = await askAtOnce(6, (n) => ask(`2001:db8:1:1::${n + 1}`))
  const site = await askAtOnce(12, (n) => ask(`2001:db8:1:${n + 16}::1`))
  const other = await ask('2001:db8:2:1::1')

  expect(countOf(network)).toEqual({ '200': 4, [REFUSED]: 2 })
  expect(countOf(site)).toEqual({ '200': 4, [REFUSED]: 8 })
  expect(outcome(other)).toBe('200')
})

test('a mailbox gets six mails an hour, whichever networks ask and whether or not it is known', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { email: known } = await addMember(auth)
  const paths = ['/recover', '/otp', '/magiclink']

  const seen: Record<string, unknown> = {}
  for (const [name, email] of Object.entries({ known, unknown: newAddress() })) {
    seen[name] = countOf(
      await askAtOnce(12, (n) => {
        const path = paths[n % paths.length] ?? ''
        return auth.post(path, { email }, { from: `203.0.113.${n + 1}` })
      }),
    )
  }

  const same = { '200': 6, [REFUSED]: 6 }
  expect(seen).toEqual({ known: same, unknown: same })
  expect(await auth.mailsTo(known)).toHaveLength(6)
  expect(outcome(await recover(auth, newAddress(), '203.0.113.1'))).toBe('200')
})

test('members who name one foreign address as their new one use up its mails, not more', async () => {
  const auth = await startAuth({ withMail: true })
  const foreign = newAddress('foreign')
  const members = []
  for (let n = 0; n < 8; n++) members.push(await memberWithSession(auth))

  const answers = []
  for (const [n, { session }] of members.entries()) {
    answers.push(
      await auth.call('/user', {
        method: 'PUT',
        body: { email: foreign },
        as: session.access_token,
        from: `203.0.113.${n + 1}`,
      }),
    )
  }

  expect(countOf(answers)).toEqual({ '200': 6, [REFUSED]: 2 })
  expect(await auth.mailsTo(foreign)).toHaveLength(6)
})

test('a used-up quota leaves a reserve to members with a session or a known device, and to admins', async () => {
  const auth = await startAuth({ env: FEW })
  const home = '192.0.2.7'
  const { email } = await addMember(auth)
  const { access_token } = await signIn(auth, email, PASSWORD, home)

  const flood = await askAtOnce(20, (n) => recover(auth, newAddress(), `203.0.113.${n + 1}`))
  const unproven = {
    'an unknown address': await recover(auth, newAddress(), '198.51.100.1'),
    'a member from elsewhere': await recover(auth, email, '198.51.100.2'),
    'somebody else from the device': await recover(auth, newAddress(), home),
  }
  const proven = {
    'a session': await auth.call('/reauthenticate', { as: access_token, from: '198.51.100.3' }),
    'a known device': await recover(auth, email, home),
    'an admin': await auth.admin('/invite', { method: 'POST', body: { email: newAddress() } }),
  }

  expect(countOf(flood)).toEqual({ '200': 7, [REFUSED]: 13 })
  expect(Object.values(unproven).map(outcome)).toEqual(Array(3).fill(REFUSED))
  expect(Object.values(proven).map(outcome)).toEqual(Array(3).fill('200'))
})

test('neither a flood of their mailbox nor one of their network stops members on a known device', async () => {
  const auth = await startAuth({ env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const home = '192.0.2.7'
  const { email } = await addMember(auth)
  await signIn(auth, email, PASSWORD, home)

  await askAtOnce(25, () => recover(auth, newAddress(), home))
  await askAtOnce(10, (n) => recover(auth, email, `203.0.113.${n + 1}`))
  const elsewhere = await recover(auth, email, '198.51.100.1')
  const known = await askAtOnce(8, () => auth.post('/otp', { email }, { from: home }))

  expect(outcome(elsewhere)).toBe(REFUSED)
  expect(countOf(known)).toEqual({ '200': 6, [REFUSED]: 2 })
})

test('a session without a confirmed address has no part of the reserve', async () => {
  const auth = await startAuth({ env: { ...FEW, AUTH_ANONYMOUS: 'true' } })
  const { body } = await auth.post<{ access_token: string }>('/signup', {}, { from: '192.0.2.7' })

  await askAtOnce(20, (n) => recover(auth, newAddress(), `203.0.113.${n + 1}`))
  const answer = await auth.call('/user', {
    method: 'PUT',
    body: { email: newAddress() },
    as: body.access_token,
    from: '192.0.2.7',
  })

  expect(outcome(answer)).toBe(REFUSED)
})

test('a member has ten mails an hour, from however many networks', async () => {
  const auth = await startAuth({ env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { session } = await memberWithSession(auth)

  const answers = await askAtOnce(14, (n) =>
    auth.call('/user', {
      method: 'PUT',
      body: { email: newAddress() },
      as: session.access_token,
      from: `203.0.113.${n + 1}`,
    }),
  )

  expect(countOf(answers)).toEqual({ '200': 10, [REFUSED]: 4 })
})

test('a refused request takes nothing from any share', async () => {
  const auth = await startAuth({ env: FEW })
  const email = newAddress()
  const from = '203.0.113.9'

  const tooSoon = await askAtOnce(6, () => recover(auth, email, from))
  const second = await recover(auth, newAddress(), from)
  const overShare = await askAtOnce(6, () => recover(auth, newAddress(), from))
  const others = await askAtOnce(6, (n) => recover(auth, newAddress(), `198.51.100.${n + 1}`))

  expect(countOf(tooSoon)).toEqual({ '200': 1, [REFUSED]: 5 })
  expect(outcome(second)).toBe('200')
  expect(countOf(overShare)).toEqual({ [REFUSED]: 6 })
  expect(countOf(others)).toEqual({ '200': 5, [REFUSED]: 1 })
})

test('mails of all are counted in sixteen parts, and who finds one empty takes from the next', async () => {
  const auth = await startAuth({ env: { AUTH_MAILS_PER_HOUR: '256' } })
  const { session } = await memberWithSession(auth)
  // 160 of the 179 that anybody may have.
  await auth.sql(
    `insert into ops.rate_limits (key, tokens, burst) select 'mail all ' || n, 6, 16 from generate_series(1, 16) as n`,
  )

  const answers = await askAtOnce(25, (n) => recover(auth, newAddress(), `203.0.113.${n + 1}`))
  const proven = await auth.call('/reauthenticate', {
    as: session.access_token,
    from: '198.51.100.3',
  })

  expect(countOf(answers)).toEqual({ '200': 19, [REFUSED]: 6 })
  expect(outcome(proven)).toBe('200')
})

test('changes of address and recoveries of the same accounts at once all get an answer', async () => {
  const auth = await startAuth({ env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const members = await Promise.all(Array.from({ length: 4 }, () => memberWithSession(auth)))
  const foreign = newAddress('foreign')

  const answers = await askAtOnce(32, (n) => {
    const member = members[n % 4]
    const from = `203.0.113.${n % 8}`
    return n % 8 < 4
      ? recover(auth, member?.email ?? '', from)
      : auth.call('/user', {
          method: 'PUT',
          body: { email: n < 16 ? foreign : newAddress() },
          as: member?.session.access_token ?? '',
          from,
        })
  })

  expect(Object.keys(countOf(answers)).sort()).toEqual(['200', REFUSED])
})

const recover = (auth: AuthServer, email: string, from: string) =>
  auth.post('/recover', { email }, { from })

type Answer = Awaited<ReturnType<typeof recover>>

const askAtOnce = (times: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, n) => ask(n)))

function countOf(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of answers.map(outcome)) counts[one] = (counts[one] ?? 0) + 1

  return counts
}
