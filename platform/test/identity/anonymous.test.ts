import type { SessionJson, UserJson } from '@app/contract/identity'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test('where it is allowed, a caller may sign in anonymously', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true' } })

  const { status, body } = await comeIn(auth)

  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    is_anonymous: true,
    email: '',
    app_metadata: {},
    user_metadata: { theme: 'dark' },
    identities: [],
  })
  expect(decodeJwt(body.access_token)).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  })
})

test('row 19: with an address the same account becomes a member', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true', AUTH_AUTOCONFIRM: 'true' } })
  const { body: session } = await comeIn(auth)
  const email = newAddress()

  const { body } = await auth.call<UserJson>('/user', {
    method: 'PUT',
    body: { email, password: PASSWORD },
    as: session.access_token,
  })
  const signedIn = await auth.post<SessionJson>('/token?grant_type=password', {
    email,
    password: PASSWORD,
  })

  expect(body).toMatchObject({
    id: session.user.id,
    email,
    is_anonymous: false,
    identities: [{ provider: 'email', email }],
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  const [before, after] = [session, signedIn.body].map(({ access_token }) =>
    decodeJwt(access_token),
  )
  expect(after).toMatchObject({ sub: before?.sub, is_anonymous: false })
  expect(after?.session_id).not.toBe(before?.session_id)
})

test('row 19: where addresses are confirmed, the mailbox decides when that happens', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_ANONYMOUS: 'true' } })
  const { body: session } = await comeIn(auth)
  const email = newAddress()
  const pending = await auth.call<UserJson>('/user', {
    method: 'PUT',
    body: { email },
    as: session.access_token,
  })
  const { code } = await auth.mailTo(email)

  const { body } = await auth.post<SessionJson>('/verify', {
    type: 'email_change',
    email,
    token: code,
  })

  expect(pending.body).toMatchObject({ is_anonymous: true, new_email: email })
  expect(body.user).toMatchObject({ id: session.user.id, email, is_anonymous: false })
})

test('row 106: the password of an anonymous account waits for the proof, and other sessions end with it', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_ANONYMOUS: 'true' } })
  const { body: attacker } = await comeIn(auth)
  const email = newAddress('victim')
  const signIn = () => auth.post('/token?grant_type=password', { email, password: PASSWORD })
  await auth.call('/user', {
    method: 'PUT',
    body: { email, password: PASSWORD },
    as: attacker.access_token,
  })
  const [waiting] = await auth.sql('select encrypted_password from auth.users')
  const early = await signIn()
  const { code } = await auth.mailTo(email)

  const confirmed = await auth.post('/verify', { type: 'email_change', email, token: code })

  expect(waiting).toEqual({ encrypted_password: null })
  expect(outcome(early)).toBe('400 invalid_credentials')
  expect(confirmed.status).toBe(200)
  const before = await auth.call('/user', { as: attacker.access_token })
  expect(outcome(before)).toBe('403 session_not_found')
  expect((await signIn()).status).toBe(200)
})

test('row 106: a password that came with another address is not the one of this address', async () => {
  const auth = await startAuth({
    withMail: true,
    env: { AUTH_ANONYMOUS: 'true', AUTH_MAIL_INTERVAL_S: '0' },
  })
  const { body: session } = await comeIn(auth)
  const [first, second] = [newAddress(), newAddress()]
  const put = (body: object) =>
    auth.call('/user', { method: 'PUT', body, as: session.access_token })
  await put({ email: first, password: PASSWORD })
  await put({ email: second })
  const { code } = await auth.mailTo(second)

  await auth.post('/verify', { type: 'email_change', email: second, token: code })

  const signedIn = await auth.post('/token?grant_type=password', {
    email: second,
    password: PASSWORD,
  })
  expect(outcome(signedIn)).toBe('400 invalid_credentials')
})

test('without an address there is no password, and no second factor', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true' } })
  const { body: session } = await comeIn(auth)
  const as = session.access_token

  const found = await outcomes({
    password: () => auth.call('/user', { method: 'PUT', body: { password: PASSWORD }, as }),
    factor: () => auth.post('/factors', { factor_type: 'totp' }, { as }),
  })

  expect(found).toEqual({ password: '422 validation_failed', factor: '403 no_authorization' })
})

test('one IP address may create thirty anonymous users an hour', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true' } })

  const answers = await Promise.all(Array.from({ length: 32 }, () => comeIn(auth)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.map(outcome)).toContain('429 over_request_rate_limit')
})

const comeIn = (auth: AuthServer) => auth.post<SessionJson>('/signup', { data: { theme: 'dark' } })
