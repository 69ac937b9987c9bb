import type { SessionJson, UserJson } from '@app/contract/identity'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { mintSession } from '#identity/flows/mint-session.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { identityOf } from './open-test-identity.ts'
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

test('with an address the same account becomes a member', async () => {
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

test('where addresses are confirmed, the mailbox decides when that happens', async () => {
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

test('the password of an anonymous account waits for the proof, and other sessions end with it', async () => {
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

test('a password that came with another address is not the one of this address', async () => {
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

test('the session that presents the code goes on as a member, and all others end', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_ANONYMOUS: 'true' } })
  const { body: visitor } = await comeIn(auth)
  const copy = await addSession(auth, visitor)
  const email = newAddress()
  await changeTo(auth, visitor, { email, password: PASSWORD })
  const { code } = await auth.mailTo(email)

  const { body } = await auth.post<SessionJson>(
    '/verify',
    { type: 'email_change', email, token: code },
    { as: visitor.access_token },
  )

  expect(decodeJwt(body.access_token)).toMatchObject({
    session_id: sessionIdOf(visitor),
    is_anonymous: false,
    amr: [{ method: 'otp' }, { method: 'anonymous' }],
  })
  expect(await statusOf(auth, visitor)).toBe('200')
  expect(await statusOf(auth, copy)).toBe('403 session_not_found')
  expect(outcome(await refresh(auth, visitor.refresh_token))).toBe('200')
  expect(outcome(await refresh(auth, body.refresh_token))).toBe('200')
  expect(await auth.sql('select id from auth.sessions')).toHaveLength(1)
})

test('a link that is opened in the browser that asked for it keeps that session', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_ANONYMOUS: 'true' } })
  const { body: visitor } = await comeIn(auth)
  const copy = await addSession(auth, visitor)
  const email = newAddress()
  const asked = await changeTo(auth, visitor, { email })
  const cookie = asked.headers.get('set-cookie') ?? ''
  const { link } = await auth.mailTo(email)

  const opened = await fetch(link, {
    redirect: 'manual',
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })

  const fragment = new URLSearchParams(new URL(opened.headers.get('location') ?? '').hash.slice(1))
  expect(cookie).toMatch(/; Path=\/auth\/v1\/verify; HttpOnly; SameSite=Lax$/)
  expect(decodeJwt(fragment.get('access_token') ?? '')).toMatchObject({
    session_id: sessionIdOf(visitor),
    is_anonymous: false,
  })
  expect(await statusOf(auth, visitor)).toBe('200')
  expect(await statusOf(auth, copy)).toBe('403 session_not_found')
})

test('a link that is opened elsewhere, or with the session of another account, ends all', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_ANONYMOUS: 'true' } })
  const { body: foreign } = await comeIn(auth)
  const cookies = ['', `anonymous-session=${sessionIdOf(foreign)}`, 'anonymous-session=nonsense']

  for (const cookie of cookies) {
    const { body: visitor } = await comeIn(auth)
    const email = newAddress()
    await changeTo(auth, visitor, { email })
    const { link } = await auth.mailTo(email)
    const opened = await fetch(link, { redirect: 'manual', headers: { cookie } })

    expect(opened.headers.get('location')).toContain('#access_token=')
    expect(await statusOf(auth, visitor)).toBe('403 session_not_found')
  }
  expect(await statusOf(auth, foreign)).toBe('200')
})

test('of two conversions with one code at once, one succeeds and its session stays', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_ANONYMOUS: 'true' } })
  const { body: visitor } = await comeIn(auth)
  const email = newAddress()
  await changeTo(auth, visitor, { email })
  const { code } = await auth.mailTo(email)
  const redeem = () =>
    auth.post('/verify', { type: 'email_change', email, token: code }, { as: visitor.access_token })

  const found = await Promise.all([redeem(), redeem(), redeem()])

  expect(found.map(outcome).sort()).toEqual(['200', '403 otp_expired', '403 otp_expired'])
  expect(await statusOf(auth, visitor)).toBe('200')
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

const changeTo = (auth: AuthServer, { access_token: as }: SessionJson, body: object) =>
  auth.call<UserJson>('/user', { method: 'PUT', body, as })

const statusOf = async (auth: AuthServer, { access_token: as }: SessionJson) =>
  outcome(await auth.call('/user', { as }))

const refresh = (auth: AuthServer, refresh_token: string) =>
  auth.post('/token?grant_type=refresh_token', { refresh_token })

const sessionIdOf = ({ access_token }: SessionJson) => decodeJwt(access_token).session_id

/** A second session of the same anonymous account, as an attacker who prepared it may have. */
async function addSession(auth: AuthServer, { access_token }: SessionJson): Promise<SessionJson> {
  const identity = await identityOf(auth)
  const { sub, session_id } = decodeJwt(access_token)
  const client = { address: '192.0.2.7', userAgent: 'other' }

  return mintSession(identity, { userId: String(sub), sessionId: String(session_id) }, client)
}

const comeIn = (auth: AuthServer) => auth.post<SessionJson>('/signup', { data: { theme: 'dark' } })
