import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { addMember, newAddress, outcomes, PASSWORD } from './people.ts'

test('a sign-up that cannot be is refused with its own status and code', async () => {
  const auth = await startAuth()
  const signUp = (body: object) => () => auth.post('/signup', { password: PASSWORD, ...body })
  const email = newAddress()

  const found = await outcomes({
    'without address': signUp({}),
    'without password': signUp({ email, password: undefined }),
    'empty password': signUp({ email, password: '' }),
    'short password': signUp({ email, password: '12345' }),
    '73 bytes': signUp({ email, password: 'x'.repeat(73) }),
    '73 bytes in 37 characters': signUp({ email, password: `${'é'.repeat(36)}x` }),
    'no address': signUp({ email: 'nobody' }),
    'odd address': signUp({ email: 'xx:;x@x.x' }),
    'long address': signUp({ email: `${'a'.repeat(250)}@example.test` }),
    'both addresses': signUp({ email, phone: '15551234567' }),
    'phone while off': signUp({ phone: '15551234567' }),
    'half of PKCE': signUp({ email, code_challenge: 'x'.repeat(43) }),
    'short challenge': signUp({ email, code_challenge: 'x', code_challenge_method: 's256' }),
    'odd challenge': signUp({
      email,
      code_challenge: '/'.repeat(43),
      code_challenge_method: 's256',
    }),
    'odd method': signUp({ email, code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }),
    'data is no object': signUp({ email, data: 'text' }),
  })

  expect(found).toEqual({
    'without address': '422 anonymous_provider_disabled',
    'without password': '400 validation_failed',
    'empty password': '400 validation_failed',
    'short password': '422 weak_password',
    '73 bytes': '400 validation_failed',
    '73 bytes in 37 characters': '400 validation_failed',
    'no address': '400 validation_failed',
    'odd address': '400 validation_failed',
    'long address': '400 validation_failed',
    'both addresses': '400 validation_failed',
    'phone while off': '400 phone_provider_disabled',
    'half of PKCE': '400 validation_failed',
    'short challenge': '400 validation_failed',
    'odd challenge': '400 validation_failed',
    'odd method': '400 validation_failed',
    'data is no object': '400 bad_json',
  })
  expect(await auth.sql('select from auth.users')).toEqual([])
})

test('the refusals say what clients compare with', async () => {
  const auth = await startAuth()
  const said = async (body: object) =>
    (await auth.post('/signup', { password: PASSWORD, ...body })).body.message

  expect(await said({ email: newAddress(), password: '123' })).toBe(
    'Password should be at least 6 characters.',
  )
  expect(await said({ email: 'a' })).toBe('Unable to validate email address: invalid format')
  expect(await said({ email: `${'a'.repeat(250)}@example.test` })).toBe(
    'An email address is too long',
  )
  expect(await said({ email: newAddress(), password: 'x'.repeat(73) })).toBe(
    'Password cannot be longer than 72 characters',
  )
})

test('a new user is mailed a confirmation and gets no session', async () => {
  const auth = await startAuth({ withMail: true })
  const email = newAddress()

  const { status, body } = await auth.post<UserJson>('/signup', {
    email: email.toUpperCase(),
    password: PASSWORD,
    data: { full_name: 'New Member' },
    code_challenge: null,
    code_challenge_method: null,
    gotrue_meta_security: {},
  })

  expect(status).toBe(200)
  expect(body).not.toHaveProperty('access_token')
  expect(body).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: expect.any(String),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {
      sub: body.id,
      email,
      email_verified: false,
      phone_verified: false,
      full_name: 'New Member',
    },
    identities: [{ provider: 'email', id: body.id, user_id: body.id, email }],
    is_anonymous: false,
  })
  expect(body).not.toHaveProperty('email_confirmed_at')
  expect((await auth.mailTo(email)).code).toMatch(/^\d{6}$/)
})

test('with autoconfirm a new user is signed in at once', async () => {
  const auth = await startAuth({ env: { AUTH_AUTOCONFIRM: 'true' } })

  const { status, body } = await auth.post<SessionJson>('/signup', {
    email: newAddress(),
    password: PASSWORD,
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: { email_confirmed_at: expect.any(String), user_metadata: { email_verified: true } },
  })
  expect((await auth.call('/user', { as: body.access_token })).status).toBe(200)
})

test('an address that has an account gives nothing away where addresses are confirmed', async () => {
  const auth = await startAuth({ withMail: true })
  const member = await addMember(auth)
  const before = await auth.sql('select * from auth.users')

  const { status, body } = await auth.post<UserJson>('/signup', {
    email: member.email,
    password: 'another-1',
    data: { full_name: 'Mallory' },
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    role: 'authenticated',
    email: member.email,
    user_metadata: { full_name: 'Mallory' },
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  expect(body.id).not.toBe(member.id)
  expect(await auth.sql('select * from auth.users')).toEqual(before)
})

test('with autoconfirm the same sign-up is refused', async () => {
  const auth = await startAuth({ env: { AUTH_AUTOCONFIRM: 'true' } })
  const member = await addMember(auth)

  const { status, body } = await auth.post('/signup', { email: member.email, password: PASSWORD })

  expect(status).toBe(422)
  expect(body).toEqual({ code: 'user_already_exists', message: 'User already registered' })
})

test('where sign-ups or addresses are off, every request is refused with that reason', async () => {
  const closed = await startAuth({ env: { AUTH_DISABLE_SIGNUP: 'true' } })
  const mailOff = await startAuth({ env: { AUTH_EMAIL_ENABLED: 'false' } })
  const newUser = () => ({ email: newAddress(), password: PASSWORD })

  const found = await outcomes({
    closed: () => closed.post('/signup', newUser()),
    'closed, by link': () => closed.post('/otp', { email: newAddress() }),
    'no mail': () => mailOff.post('/signup', newUser()),
    'no mail, by link': () => mailOff.post('/otp', { email: newAddress() }),
    'no mail, sign-in': () => mailOff.post('/token?grant_type=password', newUser()),
  })

  expect(found).toEqual({
    closed: '422 signup_disabled',
    'closed, by link': '422 signup_disabled',
    'no mail': '400 email_provider_disabled',
    'no mail, by link': '422 email_provider_disabled',
    'no mail, sign-in': '422 email_provider_disabled',
  })
})

test('concurrent sign-ups with one address create one account', async () => {
  const auth = await startAuth({
    env: { AUTH_MAIL_INTERVAL_S: '0', AUTH_RATE_LIMIT_FACTOR: '0' },
  })
  const email = newAddress()

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => auth.post('/signup', { email, password: PASSWORD })),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await auth.sql('select email from auth.users')).toEqual([{ email }])
})
