import type { UserJson } from '@app/contract/identity'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthServer, JWT_SECRET, startAuth } from '#test/auth-server.ts'
import {
  addMember,
  linkFor,
  memberWithSession,
  newAddress,
  outcome,
  outcomes,
  PASSWORD,
  signIn,
} from './people.ts'

const put = (auth: AuthServer, as: string, body: unknown) =>
  auth.call<UserJson>('/user', { method: 'PUT', body, as })

test('each kind of bad token is refused with its own status and code', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(JWT_SECRET))
  const banned = await memberWithSession(auth)
  await auth.admin(`/admin/users/${banned.id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  const deleted = await memberWithSession(auth)
  await auth.admin(`/admin/users/${deleted.id}`, { method: 'DELETE' })
  const member = await memberWithSession(auth)
  const user =
    (as?: string, headers: Record<string, string | undefined> = {}) =>
    () =>
      auth.call('/user', { headers, ...(as && { as }) })
  const forAnotherAudience = (route: string) => () => {
    const [method = '', path = ''] = route.split(' ')
    const headers = { 'x-jwt-aud': 'admins' }
    return auth.call(path, { method, headers, as: member.session.access_token })
  }

  const found = await outcomes({
    nobody: user(),
    'another scheme': user(undefined, { authorization: 'Basic abc' }),
    'bearer without token': user(undefined, { authorization: 'Bearer ' }),
    'lower-case scheme': user(undefined, {
      authorization: `bearer ${member.session.access_token}`,
    }),
    nonsense: user('nonsense'),
    'publishable key': user(auth.keys.publishable),
    'secret key': user(auth.keys.secret),
    'anon key': user(await sign({ role: 'anon' })),
    'service key': user(await sign({ role: 'service_role' })),
    'a file token': user(await sign({ url: 'avatars/a.png' })),
    'subject is no id': user(await sign({ sub: '1234567890', role: 'authenticated' })),
    banned: user(banned.session.access_token),
    deleted: user(deleted.session.access_token),
    'another audience': user(member.session.access_token, { 'x-jwt-aud': 'admins' }),
    'its own audience': user(member.session.access_token, { 'x-jwt-aud': 'authenticated' }),
    ...Object.fromEntries(
      ['GET /user/identities', 'DELETE /user/identities/x', 'GET /user/identities/authorize'].map(
        (route) => [`${route} for another audience`, forAnotherAudience(route)],
      ),
    ),
  })

  expect(found).toEqual({
    nobody: '401 no_authorization',
    'another scheme': '401 no_authorization',
    'bearer without token': '401 no_authorization',
    'lower-case scheme': '200',
    nonsense: '403 bad_jwt',
    'publishable key': '403 bad_jwt',
    'secret key': '403 bad_jwt',
    'anon key': '403 bad_jwt',
    'service key': '403 bad_jwt',
    'a file token': '403 bad_jwt',
    'subject is no id': '400 bad_jwt',
    banned: '403 user_banned',
    deleted: '403 user_not_found',
    'another audience': '400 validation_failed',
    'its own audience': '200',
    'GET /user/identities for another audience': '403 unexpected_audience',
    'DELETE /user/identities/x for another audience': '403 unexpected_audience',
    'GET /user/identities/authorize for another audience': '403 unexpected_audience',
  })
})

test('users change their metadata key by key', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  const as = session.access_token
  await put(auth, as, { data: { city: 'Vigo', boat: { name: 'Ada', length: 7 } } })

  const { body } = await put(auth, as, { data: { city: null, boat: { name: 'Eva' } } })

  expect(body.user_metadata).toEqual({ boat: { name: 'Eva' }, email_verified: true })
})

test('no field gives users more rights', async () => {
  const auth = await startAuth({ env: { AUTH_AUTOCONFIRM: 'true' } })
  const rights = {
    id: '00000000-0000-4000-8000-000000000001',
    role: 'service_role',
    aud: 'admin',
    is_super_admin: true,
    is_anonymous: true,
    email_confirmed_at: '2020-01-01T00:00:00Z',
    banned_until: '2099-01-01T00:00:00Z',
    raw_app_meta_data: { role: 'admin' },
    __proto__: { role: 'admin' },
  }
  const email = newAddress()
  const { body: session } = await auth.post<{ access_token: string; user: UserJson }>('/signup', {
    email,
    password: PASSWORD,
    app_metadata: { role: 'admin' },
    ...rights,
  })

  const changed = await put(auth, session.access_token, rights)
  const refused = await put(auth, session.access_token, { app_metadata: { role: 'admin' } })

  expect(session.user).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  expect(session.user.id).not.toBe(rights.id)
  expect(changed.body).toMatchObject({ role: 'authenticated', id: session.user.id })
  expect(outcome(refused)).toBe('403 not_admin')
  expect(await auth.sql('select is_super_admin, banned_until from auth.users')).toEqual([
    { is_super_admin: null, banned_until: null },
  ])
})

test('a change that cannot be is refused with its own status and code', async () => {
  const auth = await startAuth()
  const other = await addMember(auth)
  const { session, id } = await memberWithSession(auth)
  const change = (body: object) => () => put(auth, session.access_token, body)

  const found = await outcomes({
    'short password': change({ password: '123' }),
    'long password': change({ password: 'x'.repeat(73) }),
    'the same password': change({ password: PASSWORD, current_password: PASSWORD }),
    'without the current password': change({ password: 'another 1' }),
    'empty current password': change({ password: 'another 1', current_password: '' }),
    'wrong current password': change({ password: 'another 1', current_password: 'wrong' }),
    "another's address": change({ email: other.email.toUpperCase() }),
    'bad address': change({ email: 'nobody' }),
    'phone while off': change({ phone: '15551234567' }),
    'bad phone': change({ phone: '1-555' }),
    'half of PKCE': change({ email: newAddress(), code_challenge: 'x'.repeat(43) }),
    nothing: change({}),
  })
  await auth.sql('update auth.users set is_sso_user = true where id = $1', [id])
  const managed = await put(auth, session.access_token, { password: 'another 1' })

  expect(found).toEqual({
    'short password': '422 weak_password',
    'long password': '400 validation_failed',
    'the same password': '422 same_password',
    'without the current password': '400 current_password_required',
    'empty current password': '400 current_password_invalid',
    'wrong current password': '400 current_password_invalid',
    "another's address": '200',
    'bad address': '400 validation_failed',
    'phone while off': '400 phone_provider_disabled',
    'bad phone': '400 validation_failed',
    'half of PKCE': '400 validation_failed',
    nothing: '200',
  })
  expect(outcome(managed)).toBe('422 user_sso_managed')
})

test('a new password ends other sessions and pending links, and tells the owner', async () => {
  const auth = await startAuth({ withMail: true })
  const { email, session: mine } = await memberWithSession(auth)
  const other = await signIn(auth, email)
  const reset = await linkFor(auth, { type: 'recovery', email })
  const change = await linkFor(auth, { type: 'email_change_new', email, new_email: newAddress() })

  const { status } = await put(auth, mine.access_token, {
    password: 'another 1',
    current_password: PASSWORD,
  })

  const found = await outcomes({
    'own session': () => auth.call('/user', { as: mine.access_token }),
    'other session': () => auth.call('/user', { as: other.access_token }),
    'pending reset': () =>
      auth.post('/verify', { type: 'recovery', token_hash: reset.hashed_token }),
    'pending change': () =>
      auth.post('/verify', { type: 'email_change', token_hash: change.hashed_token }),
    'old password': () => auth.post('/token?grant_type=password', { email, password: PASSWORD }),
  })
  expect(status).toBe(200)
  expect(found).toEqual({
    'own session': '200',
    'other session': '403 session_not_found',
    'pending reset': '403 otp_expired',
    'pending change': '403 otp_expired',
    'old password': '400 invalid_credentials',
  })
  expect((await auth.mailTo(email)).subject).toContain('password was changed')
})

test('a session without the second factor changes neither password nor address', async () => {
  const auth = await startAuth()
  const { id, email } = await addMember(auth)
  await auth.sql(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    [id],
  )
  const { hashed_token } = await linkFor(auth, { type: 'recovery', email })
  const { body } = await auth.post<{ access_token: string; user: UserJson }>('/verify', {
    type: 'recovery',
    token_hash: hashed_token,
  })

  const found = await outcomes({
    password: () => put(auth, body.access_token, { password: 'another 1' }),
    address: () => put(auth, body.access_token, { email: newAddress() }),
    words: () => put(auth, body.access_token, { data: { city: 'Vigo' } }),
  })

  expect(body.user.factors).toEqual([
    expect.objectContaining({ factor_type: 'totp', status: 'verified' }),
  ])
  expect(found).toEqual({
    password: '401 insufficient_aal',
    address: '401 insufficient_aal',
    words: '200',
  })
})

test('a password keeps every character, and 72 bytes of them', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)
  const long = 'ñ🚢'.repeat(12)

  expect(Buffer.byteLength(long)).toBe(72)
  const change = { password: long, current_password: PASSWORD }
  expect((await put(auth, session.access_token, change)).status).toBe(200)
  await signIn(auth, email, long)
  const cut = await auth.post('/token?grant_type=password', { email, password: long.slice(0, -2) })
  expect(outcome(cut)).toBe('400 invalid_credentials')
})

test('where a fresh proof is asked for, an old session needs the digits of a mail, once', async () => {
  const clock = movableClock()
  const auth = await startAuth({
    withMail: true,
    clock,
    env: {
      AUTH_REQUIRE_REAUTHENTICATION: 'true',
      AUTH_REQUIRE_CURRENT_PASSWORD: 'false',
      AUTH_JWT_EXP_S: '604800',
    },
  })
  const { email, session } = await memberWithSession(auth)
  const change = (password: string, nonce?: string) =>
    put(auth, session.access_token, { password, nonce })

  const fresh = await change('another 1')
  clock.moveTo(25 * 3_600_000)
  const without = await change('another 2')
  const sent = await auth.call('/reauthenticate', { as: session.access_token })
  const { code, link } = await auth.mailTo(email)
  const wrong = await change('another 2', code === '000000' ? '000001' : '000000')
  const right = await change('another 2', code)
  const again = await change('another 3', code)

  expect([fresh, without, sent, wrong, right, again].map(outcome)).toEqual([
    '200',
    '400 reauthentication_needed',
    '200',
    '422 reauthentication_not_valid',
    '200',
    '422 reauthentication_not_valid',
  ])
  expect(link).toBe('')
})

test('changing a password needs the current one, or a session that began by mail', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)
  const { hashed_token } = await linkFor(auth, { type: 'recovery', email })

  const change = (current_password?: string) =>
    put(auth, session.access_token, { password: 'another 1', current_password })
  const [without, empty, wrong] = [await change(), await change(''), await change('wrong 1')]
  const { body } = await auth.post<{ access_token: string }>('/verify', {
    type: 'recovery',
    token_hash: hashed_token,
  })
  const byMail = await put(auth, body.access_token, { password: 'another 1' })

  expect([without, empty, wrong, byMail].map(outcome)).toEqual([
    '400 current_password_required',
    '400 current_password_invalid',
    '400 current_password_invalid',
    '200',
  ])
})

test('reauthentication needs a confirmed address to write to', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true' } })
  const { body: anonymous } = await auth.post<{ access_token: string }>('/signup', {})
  const { session, id } = await memberWithSession(auth)
  await auth.sql('update auth.users set email_confirmed_at = null where id = $1', [id])

  const nowhere = await auth.call('/reauthenticate', { as: anonymous.access_token })
  const unconfirmed = await auth.call('/reauthenticate', { as: session.access_token })

  expect(nowhere.body.message).toBe(
    'Reauthentication requires the user to have an email or a phone number',
  )
  expect(outcome(unconfirmed)).toBe('422 email_not_confirmed')
})
