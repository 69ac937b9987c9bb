import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from './auth-server.ts'
import { memberWithSession, newAddress, outcome, PASSWORD, signIn } from './people.ts'

const HALF_DONE = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
}

test.each([
  ['the new one first', ['new', 'current']],
  ['the one in use first', ['current', 'new']],
] as const)('row 35: an address changes when both mailboxes agree, %s', async (_order, order) => {
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
  expect(await auth.sql('select email from public.users')).toEqual([{ email: fresh }])
})

test('row 35: the first link says that the other is due, the second signs in', async () => {
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

test('a change can be mailed again from either address, and by nobody else', async () => {
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

const change = (auth: AuthServer, session: SessionJson, email: string) =>
  auth.call<UserJson>('/user', { method: 'PUT', body: { email }, as: session.access_token })
