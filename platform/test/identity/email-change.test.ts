import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, memberWithSession, newAddress, outcome, PASSWORD, signIn } from './people.ts'

const HALF_DONE = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
}

test.each([
  ['the new one first', ['new', 'current']],
  ['the one in use first', ['current', 'new']],
] as const)('an address changes when both mailboxes agree, %s', async (_order, order) => {
  const auth = await startAuth({ withMail: true })
  const { id, email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  const pending = await change(auth, session, fresh)
  const codes = {
    current: { email: current, token: (await auth.mailTo(current)).code },
    new: { email: fresh, token: (await auth.mailTo(fresh)).code },
  }

  const first = await auth.post('/verify', { type: 'email_change', ...codes[order[0]] })
  const between = await auth.call<UserJson>('/user', { as: session.access_token })
  const again = await auth.post('/verify', { type: 'email_change', ...codes[order[0]] })
  const second = await auth.post<SessionJson>('/verify', {
    type: 'email_change',
    ...codes[order[1]],
  })

  expect(pending.body).toMatchObject({
    email: current,
    new_email: fresh,
    email_change_sent_at: expect.any(String),
  })
  expect([first.status, first.body]).toEqual([200, HALF_DONE])
  expect(between.body.email).toBe(current)
  expect(outcome(again)).toBe('403 otp_expired')
  expect(second.body.user).toMatchObject({
    id,
    email: fresh,
    identities: [{ email: fresh, identity_data: { email: fresh, email_verified: true } }],
  })
  expect(second.body.user).not.toHaveProperty('new_email')
  expect((await auth.mailTo(current)).subject).toMatch(/address was changed/)
  await signIn(auth, fresh)
})

test('the first link says that the other is due, the second signs in', async () => {
  const auth = await startAuth({ withMail: true })
  const { email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, session, fresh)
  const open = async (address: string) => {
    const { link } = await auth.mailTo(address)
    return (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''
  }

  const first = new URLSearchParams((await open(current)).split('#')[1])
  const second = new URLSearchParams((await open(fresh)).split('#')[1])

  expect(Object.fromEntries(first)).toEqual({ message: HALF_DONE.msg, sb: '' })
  expect(second.get('type')).toBe('email_change')
  expect(second.get('access_token')).toBeTruthy()
})

test('the new mailbox alone changes nothing, however often it agrees', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')

  for (let n = 0; n < 2; n++) {
    await change(auth, session, fresh)
    const { code } = await auth.mailTo(fresh)
    const { body } = await auth.post('/verify', {
      type: 'email_change',
      email: fresh,
      token: code,
    })
    expect(body).toEqual(HALF_DONE)
  }

  const { body } = await auth.call<UserJson>('/user', { as: session.access_token })
  expect(body.email).toBe(current)
})

test('a change can be mailed again for either address, and for no other', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, session, fresh)

  for (const email of [current, fresh, newAddress()]) {
    const { status, body } = await auth.post('/resend', { type: 'email_change', email })
    expect([status, body]).toEqual([200, {}])
  }

  expect(await auth.mailsTo(fresh)).toHaveLength(3)
  expect(await auth.mailsTo(current)).toHaveLength(3)
})

test('an address that was taken in the meantime is not taken twice', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_AUTOCONFIRM: 'true' } })
  const { session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, session, fresh)
  const { code } = await auth.mailTo(fresh)
  await auth.post('/signup', { email: fresh, password: PASSWORD })

  const answer = await auth.post('/verify', { type: 'email_change', email: fresh, token: code })

  expect(outcome(answer)).toBe('422 email_exists')
})

test('the address one has already is no change', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)

  const { status, body } = await change(auth, session, email.toUpperCase())

  expect(status).toBe(200)
  expect(body).not.toHaveProperty('new_email')
})

const UNLIMITED = { AUTH_MAIL_INTERVAL_S: '0', AUTH_RATE_LIMIT_FACTOR: '0' }

test.each([['current'], ['new']] as const)(
  'the %s mailbox alone completes no change, however it is resent',
  async (which) => {
    const auth = await startAuth({ withMail: true, env: UNLIMITED })
    const { email: current, session } = await memberWithSession(auth)
    const fresh = newAddress('fresh')
    const mailbox = which === 'current' ? current : fresh
    await change(auth, session, fresh)
    await verify(auth, mailbox, (await auth.mailTo(mailbox)).code)
    const before = (await auth.mailsTo(mailbox)).length

    for (const email of [current, fresh])
      await auth.post('/resend', { type: 'email_change', email })

    expect(await auth.mailsTo(mailbox)).toHaveLength(before)
    const { body } = await auth.call<UserJson>('/user', { as: session.access_token })
    expect(body).toMatchObject({ email: current, new_email: fresh })
    expect(await auth.mailsTo(which === 'current' ? fresh : current)).toHaveLength(3)
  },
)

test('a second request begins anew, and an earlier agreement does not count for it', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const { email: current, session } = await memberWithSession(auth)
  const [first, second] = [newAddress('first'), newAddress('second')]
  await change(auth, session, first)
  const old = await auth.mailTo(current)
  await verify(auth, current, old.code)
  const firstCode = (await auth.mailTo(first)).code

  await change(auth, session, second)
  const answers = [
    await verify(auth, first, firstCode),
    await verify(auth, second, (await auth.mailTo(second)).code),
  ]

  expect(answers.map(outcome)).toEqual(['403 otp_expired', '200'])
  expect(answers[1]?.body).toEqual(HALF_DONE)
  const { body } = await auth.call<UserJson>('/user', { as: session.access_token })
  expect(body.email).toBe(current)
})

test('both codes at once, many times over, change the address once', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const { email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, session, fresh)
  const codes = { current: (await auth.mailTo(current)).code, new: (await auth.mailTo(fresh)).code }

  const answers = await Promise.all(
    [0, 1, 2].flatMap(() => [verify(auth, current, codes.current), verify(auth, fresh, codes.new)]),
  )

  const [first, second, ...others] = answers.filter(({ status }) => status === 200)
  expect([first?.body, second?.body]).toContainEqual(HALF_DONE)
  expect(others).toEqual([])
  await signIn(auth, fresh)
})

test('a change by an administrator ends every older code, and none empties the address', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const { id, email, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await auth.post('/recover', { email })
  const recovery = await auth.mailTo(email)
  await change(auth, session, fresh)
  const [currentCode, newCode] = [(await auth.mailTo(email)).code, (await auth.mailTo(fresh)).code]
  const moved = newAddress('moved')

  await auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { email: moved } })

  const link = await fetch(recovery.link, { redirect: 'manual' })
  expect(link.headers.get('location')).toContain('error_code=otp_expired')
  const answers = [
    await auth.post('/verify', { type: 'recovery', email, token: recovery.code }),
    await auth.post('/verify', { type: 'recovery', email: moved, token: recovery.code }),
    await verify(auth, email, currentCode),
    await verify(auth, fresh, newCode),
  ]
  expect(answers.map(outcome)).toEqual(Array(4).fill('403 otp_expired'))
  expect(await auth.sql('select email from auth.users')).toEqual([{ email: moved }])
})

test('a confirmation code is for its own address and never counts as a phone', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const email = newAddress()
  await auth.post('/signup', { email, password: PASSWORD })
  const { link } = await auth.mailTo(email)
  // Bypasses the trigger, as if the code had forgotten it.
  await auth.sql(`update auth.users set email = $1`, [newAddress('other')])
  await auth.sql(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
     select id, 'confirmation_token', encode(sha256(convert_to($1, 'utf8')), 'hex'), $2 from auth.users`,
    [new URL(link).searchParams.get('token'), email],
  )

  const opened = await fetch(link, { redirect: 'manual' })

  expect(opened.headers.get('location')).toContain('error_code=otp_expired')
  expect(await auth.sql('select confirmed_at from auth.users')).toEqual([{ confirmed_at: null }])
})

test('an address that is pending in another account does not block a change', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const owner = await memberWithSession(auth)
  const attacker = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, owner.session, fresh)
  const { code } = await auth.mailTo(fresh)
  await change(auth, attacker.session, fresh)

  const first = await verify(auth, fresh, code)
  const second = await verify(auth, owner.email, (await auth.mailTo(owner.email)).code)

  expect([first.body, second.status]).toEqual([HALF_DONE, 200])
  await signIn(auth, fresh)
})

test('a signed-in caller does not learn whether an address is taken, and its owner is notified', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const { email: current, session } = await memberWithSession(auth)
  const taken = await addMember(auth)
  const free = newAddress()

  const answers = [
    await change(auth, session, free),
    await change(auth, session, taken.email),
    await auth.post('/resend', { type: 'email_change', email: taken.email }),
  ]

  expect(answers.map(outcome)).toEqual(['200', '200', '200'])
  expect(answers[1]?.body).toMatchObject({ email: current, new_email: taken.email })
  const subjects = (await auth.mailsTo(taken.email)).map(({ subject }) => subject)
  expect(subjects).toContain('You already have a Example account')
})

test('a new password cancels a pending change of address', async () => {
  const auth = await startAuth({ withMail: true, env: UNLIMITED })
  const { email, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, session, fresh)
  const codes = [(await auth.mailTo(email)).code, (await auth.mailTo(fresh)).code] as const

  await auth.call('/user', {
    method: 'PUT',
    body: { password: 'another 1', current_password: PASSWORD },
    as: session.access_token,
  })

  const answers = [await verify(auth, email, codes[0]), await verify(auth, fresh, codes[1])]
  expect(answers.map(outcome)).toEqual(['403 otp_expired', '403 otp_expired'])
  const { body } = await auth.call<UserJson>('/user', { as: session.access_token })
  expect(body).not.toHaveProperty('new_email')
})

const verify = (auth: AuthServer, email: string, token: string) =>
  auth.post('/verify', { type: 'email_change', email, token })

const change = (auth: AuthServer, session: SessionJson, email: string) =>
  auth.call<UserJson>('/user', { method: 'PUT', body: { email }, as: session.access_token })
