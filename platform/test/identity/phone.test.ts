import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { memberWithSession, outcome, outcomes, PASSWORD } from './people.ts'

const PHONE = '15551234567'
const CODE = '654321'
const withTestCode = { AUTH_PHONE_ENABLED: 'true', AUTH_TEST_OTPS: `${PHONE}=${CODE}` }

test('with autoconfirm a phone number and a password are enough', async () => {
  const auth = await startAuth({
    env: { AUTH_PHONE_ENABLED: 'true', AUTH_PHONE_AUTOCONFIRM: 'true' },
  })

  const signedUp = await auth.post<SessionJson>('/signup', {
    phone: '+1 555 123 4567',
    password: PASSWORD,
  })
  const twice = await auth.post('/signup', { phone: PHONE, password: PASSWORD })
  const signedIn = await auth.post<SessionJson>('/token?grant_type=password', {
    phone: `+${PHONE}`,
    password: PASSWORD,
  })

  expect(signedUp.body.user).toMatchObject({ phone: PHONE, email: '' })
  expect(outcome(twice)).toBe('422 user_already_exists')
  expect(signedIn.body.user).toMatchObject({
    phone: PHONE,
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: 'phone', providers: ['phone'] },
    identities: [{ provider: 'phone' }],
  })
})

test('a number that was given a test code is confirmed by it', async () => {
  const auth = await startAuth({ env: withTestCode })

  const signedUp = await auth.post<UserJson>('/signup', { phone: PHONE, password: PASSWORD })
  const early = await auth.post('/token?grant_type=password', { phone: PHONE, password: PASSWORD })
  const verified = await auth.post<SessionJson>('/verify', {
    type: 'sms',
    phone: PHONE,
    token: CODE,
  })

  const again = await auth.post<UserJson>('/signup', { phone: PHONE, password: PASSWORD })
  expect(signedUp.body).toMatchObject({ phone: PHONE, confirmation_sent_at: expect.any(String) })
  expect(again.body).toMatchObject({ phone: PHONE, role: 'authenticated' })
  expect(again.body).not.toHaveProperty('phone_confirmed_at')
  expect(again.body.id).not.toBe(signedUp.body.id)
  expect(outcome(early)).toBe('400 phone_not_confirmed')
  expect(verified.body.user.phone_confirmed_at).toBeDefined()
})

test('by code alone, with a change of number, and again when it did not arrive', async () => {
  const auth = await startAuth({ env: withTestCode })
  const { session } = await memberWithSession(auth)
  const as = session.access_token

  const found = await outcomes({
    'change of number': () => auth.call('/user', { method: 'PUT', body: { phone: PHONE }, as }),
    'change again': () => auth.post('/resend', { type: 'phone_change', phone: PHONE }),
    'change confirmed': () =>
      auth.post('/verify', { type: 'phone_change', phone: PHONE, token: CODE }),
    'by code': () => auth.post('/otp', { phone: PHONE }),
    'code confirmed': () => auth.post('/verify', { type: 'sms', phone: PHONE, token: CODE }),
    'taken by another': async () => {
      const other = await memberWithSession(auth)
      return auth.call('/user', {
        method: 'PUT',
        body: { phone: PHONE },
        as: other.session.access_token,
      })
    },
  })

  expect(found).toEqual({
    'change of number': '200',
    'change again': '200',
    'change confirmed': '200',
    'by code': '200',
    'code confirmed': '200',
    'taken by another': '200',
  })
  expect(await auth.sql('select phone from auth.users where phone is not null')).toEqual([
    { phone: PHONE },
  ])
})

test('no text is sent to any other number, and nothing is kept of the attempt', async () => {
  const auth = await startAuth({ env: withTestCode })
  const phone = '34600123456'

  const found = await outcomes({
    'sign-up': () => auth.post('/signup', { phone, password: PASSWORD }),
    'by code': () => auth.post('/otp', { phone }),
    'by code, without an account': () => auth.post('/otp', { phone, create_user: false }),
    'again, though nothing is pending': () => auth.post('/resend', { type: 'sms', phone }),
    'again, though no change is': () => auth.post('/resend', { type: 'phone_change', phone }),
    malformed: () => auth.post('/otp', { phone: '1-555' }),
  })

  expect(found).toEqual({
    'sign-up': '422 sms_send_failed',
    'by code': '422 sms_send_failed',
    'by code, without an account': '422 otp_disabled',
    'again, though nothing is pending': '422 sms_send_failed',
    'again, though no change is': '422 sms_send_failed',
    malformed: '400 validation_failed',
  })
  expect(await auth.sql('select from auth.users')).toEqual([])
})
