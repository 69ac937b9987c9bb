import type { SessionJson, UserJson } from '@app/contract/identity'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { JWT_SECRET, startAuth } from '#test/auth-server.ts'
import {
  addMember,
  memberWithSession,
  newAddress,
  outcome,
  outcomes,
  PASSWORD,
  signIn,
} from './people.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

test('only the service itself may use the admin calls', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const sign = (claims: Record<string, unknown>, secret = JWT_SECRET) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
  const member = await memberWithSession(auth)
  const operator = newAddress()
  await auth.admin('/admin/users', {
    method: 'POST',
    body: { email: operator, password: PASSWORD, email_confirm: true, role: 'service_role' },
  })
  const alive = await signIn(auth, operator)
  const gone = await signIn(auth, operator)
  await auth.post('/logout?scope=local', undefined, { as: gone.access_token })
  const users =
    (as?: string, headers: Record<string, string> = {}) =>
    () =>
      auth.call('/admin/users', { headers, ...(as && { as }) })

  const found = await outcomes({
    nobody: users(),
    member: users(member.session.access_token),
    anon: users(await sign({ role: 'anon' })),
    publishable: users(auth.keys.publishable),
    'forged role': users(await sign({ role: 'service_role' }, 'x'.repeat(32))),
    'logged-out operator': users(gone.access_token),
    'signed-in operator': users(alive.access_token),
    service_role: users(await sign({ role: 'service_role' })),
    supabase_admin: users(await sign({ role: 'supabase_admin', sub: '1234567890' })),
    'secret key as bearer': users(auth.keys.secret),
    'secret key as apikey': users(undefined, { apikey: auth.keys.secret }),
  })

  expect(found).toEqual({
    nobody: '401 no_authorization',
    member: '403 not_admin',
    anon: '403 not_admin',
    publishable: '403 not_admin',
    'forged role': '403 bad_jwt',
    'logged-out operator': '403 session_expired',
    'signed-in operator': '200',
    service_role: '200',
    supabase_admin: '200',
    'secret key as bearer': '200',
    'secret key as apikey': '200',
  })
})

test('every admin call has the same access check', async () => {
  const auth = await startAuth()
  const { session, id } = await memberWithSession(auth)
  const calls: [string, string][] = [
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
  ]

  for (const [method, path] of calls) {
    const answer = await auth.call(path, { method, as: session.access_token })
    expect([path, outcome(answer)]).toEqual([path, '403 not_admin'])
  }
})

test('an admin creates users with any attributes, and no mail is sent', async () => {
  const auth = await startAuth({ withMail: true })
  const create = (body: object) => auth.admin<UserJson>('/admin/users', { method: 'POST', body })
  const email = newAddress()
  const id = '11111111-2222-4333-8444-555555555555'

  const plain = await create({ email: email.toUpperCase(), user_metadata: { a: 1 } })
  const full = await create({
    id,
    email: newAddress(),
    phone: '+1 555 123 4567',
    password: '123',
    email_confirm: true,
    phone_confirm: true,
    user_metadata: { a: 1 },
    app_metadata: { plan: 'pro', provider: 'smoke' },
    ban_duration: '1h30m',
  })

  expect(plain.body).toMatchObject({ email, user_metadata: { a: 1 } })
  expect(plain.body.user_metadata).toEqual({ a: 1 })
  expect(plain.body).not.toHaveProperty('email_confirmed_at')
  expect(full.body).toMatchObject({
    id,
    phone: '15551234567',
    email_confirmed_at: expect.any(String),
    phone_confirmed_at: expect.any(String),
    banned_until: expect.any(String),
    app_metadata: { plan: 'pro', provider: 'email', providers: ['email', 'phone'] },
    user_metadata: { a: 1, email_verified: true, phone_verified: true },
  })
  expect(full.body.identities.map(({ provider }) => provider)).toEqual(['email', 'phone'])
  expect(await auth.mailsTo(email)).toEqual([])
})

test('an admin call that cannot be is refused with its own status and code', async () => {
  const auth = await startAuth()
  const { id, email } = await addMember(auth)
  await auth.admin('/admin/users', { method: 'POST', body: { phone: '15551234567' } })
  const other = await addMember(auth)
  const send = (method: string, path: string, body?: object) => () =>
    auth.admin(path, { method, ...(body && { body }) })
  const create = (body: object) => send('POST', '/admin/users', body)
  const update = (body: object) => send('PUT', `/admin/users/${id}`, body)

  const found = await outcomes({
    'create nobody': create({}),
    'create a known address': create({ email }),
    'create a known phone': create({ phone: '+15551234567' }),
    'create a bad address': create({ email: 'xx:;x@x.x' }),
    'create with a bad id': create({ email: newAddress(), id: 'one' }),
    'create with a known id': create({ email: newAddress(), id }),
    'create with two passwords': create({ email: newAddress(), password: 'x', password_hash: 'y' }),
    'create with a bad hash': create({ email: newAddress(), password_hash: 'md5:abc' }),
    'create with a bad ban': create({ email: newAddress(), ban_duration: 'a while' }),
    'get no id': send('GET', '/admin/users/one'),
    'get nobody': send('GET', `/admin/users/${NOBODY}`),
    'update nobody': send('PUT', `/admin/users/${NOBODY}`, {}),
    'update to a known address': update({ email: other.email }),
    'update to a known phone': update({ phone: '15551234567' }),
    'update to a weak password': update({ password: '123' }),
    'update with a bad ban': update({ ban_duration: '-1h' }),
    'delete nobody': send('DELETE', `/admin/users/${NOBODY}`),
    'page below one': send('GET', '/admin/users?page=-1'),
    'page of words': send('GET', '/admin/users?page=two'),
    'page beyond numbers': send('GET', '/admin/users?page=99999999999999999999'),
    'sort by password': send('GET', '/admin/users?sort=encrypted_password'),
    'bad query of the log': send('GET', '/admin/audit?query=password:x'),
    'invite nobody': send('POST', '/invite', {}),
    'invite a bad address': send('POST', '/invite', { email: 'xx:;x@x.x' }),
    'invite a member': send('POST', '/invite', { email }),
  })

  expect(found).toEqual({
    'create nobody': '400 validation_failed',
    'create a known address': '422 email_exists',
    'create a known phone': '422 phone_exists',
    'create a bad address': '400 validation_failed',
    'create with a bad id': '400 validation_failed',
    'create with a known id': '422 user_already_exists',
    'create with two passwords': '400 validation_failed',
    'create with a bad hash': '400 validation_failed',
    'create with a bad ban': '400 validation_failed',
    'get no id': '404 validation_failed',
    'get nobody': '404 user_not_found',
    'update nobody': '404 user_not_found',
    'update to a known address': '422 email_exists',
    'update to a known phone': '422 phone_exists',
    'update to a weak password': '422 weak_password',
    'update with a bad ban': '400 validation_failed',
    'delete nobody': '404 user_not_found',
    'page below one': '400 validation_failed',
    'page of words': '400 validation_failed',
    'page beyond numbers': '400 validation_failed',
    'sort by password': '400 validation_failed',
    'bad query of the log': '400 validation_failed',
    'invite nobody': '400 validation_failed',
    'invite a bad address': '400 validation_failed',
    'invite a member': '422 email_exists',
  })
})

test('users are listed page by page, with headers that the client can read', async () => {
  const auth = await startAuth()
  for (const name of ['ada', 'eva', 'ida', 'ola', 'uma']) await addMember(auth, `${name}@x.test`)
  type List = { users: UserJson[]; aud: string }
  const list = (query: string) => auth.admin<List>(`/admin/users?${query}`)
  const names = ({ body }: { body: List }) => body.users.map(({ email }) => email.split('@')[0])

  const first = await list('page=1&per_page=2&sort=email')
  const last = await list('page=3&per_page=2&sort=email')
  const usual = await list('page=&per_page=')
  const filtered = await list('filter=DA&sort=email%20desc')

  expect(names(first)).toEqual(['ada', 'eva'])
  expect(first.body.aud).toBe('authenticated')
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(first.headers.get('link')).toBe(
    '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
  )
  expect(names(last)).toEqual(['uma'])
  expect(last.headers.get('link')).toBe('</admin/users?page=3&per_page=2>; rel="last"')
  expect(names(usual)).toEqual(['uma', 'ola', 'ida', 'eva', 'ada'])
  expect(names(filtered)).toEqual(['ida', 'ada'])
})

test('what an admin changes takes effect at once', async () => {
  const auth = await startAuth()
  const { id, session } = await memberWithSession(auth)
  const email = newAddress()

  const { body } = await auth.admin<UserJson>(`/admin/users/${id}`, {
    method: 'PUT',
    body: {
      email,
      password: 'set by admin 1',
      user_metadata: { email_verified: null, city: 'Vigo' },
      app_metadata: { plan: 'pro' },
    },
  })

  expect(body).toMatchObject({
    id,
    email,
    user_metadata: { city: 'Vigo' },
    app_metadata: { provider: 'email', plan: 'pro' },
    identities: [{ email }],
  })
  expect(outcome(await auth.call('/user', { as: session.access_token }))).toBe(
    '403 session_not_found',
  )
  await signIn(auth, email, 'set by admin 1')
})

test('a banned or deleted user is signed out at once, and may sign in when the ban is lifted', async () => {
  const auth = await startAuth()
  const { id, email, session } = await memberWithSession(auth)
  const change = (body: object) => auth.admin(`/admin/users/${id}`, { method: 'PUT', body })
  const seen = () =>
    outcomes({
      token: () => auth.call('/user', { as: session.access_token }),
      refresh: () =>
        auth.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token }),
      password: () => auth.post('/token?grant_type=password', { email, password: PASSWORD }),
    })

  await change({ ban_duration: '24h' })
  const banned = await seen()
  await change({ ban_duration: 'none' })
  const lifted = await seen()
  await auth.admin(`/admin/users/${id}`, { method: 'DELETE' })
  const deleted = await seen()

  expect(banned).toEqual({
    token: '403 user_banned',
    refresh: '400 user_banned',
    password: '400 user_banned',
  })
  expect(lifted).toEqual({ token: '200', refresh: '200', password: '200' })
  expect(deleted).toEqual({
    token: '403 user_not_found',
    refresh: '400 session_not_found',
    password: '400 invalid_credentials',
  })
})

test('a soft deletion leaves a shell that tells nothing, and frees the address', async () => {
  const auth = await startAuth()
  const { id, email, session } = await memberWithSession(auth)

  const { status, body } = await auth.admin(`/admin/users/${id}`, {
    method: 'DELETE',
    body: { should_soft_delete: true },
  })

  expect([status, body]).toEqual([200, {}])
  expect(outcome(await auth.call('/user', { as: session.access_token }))).toBe('403 user_not_found')
  expect(outcome(await auth.admin(`/admin/users/${id}`))).toBe('404 user_not_found')
  const [shell] = await auth.sql<{ row: object }>('select to_jsonb(users) as row from auth.users')
  expect(JSON.stringify(shell)).not.toContain(email)
  expect(shell?.row).toMatchObject({ id, raw_user_meta_data: {}, encrypted_password: null })
  const sameId = { method: 'POST', body: { email, id } }
  expect(outcome(await auth.admin('/admin/users', sameId))).toBe('422 user_already_exists')
  await addMember(auth, email)
})

test('an invited user accepts by mail, and is invited again until they have', async () => {
  const auth = await startAuth({ withMail: true })
  const email = newAddress()
  const invite = () =>
    auth.admin<UserJson>('/invite', { method: 'POST', body: { email, data: { team: 'blue' } } })

  const first = await invite()
  const second = await invite()
  const { code, subject } = await auth.mailTo(email)
  const accepted = await auth.post<SessionJson>('/verify', { type: 'invite', email, token: code })
  const third = await invite()

  expect(first.body).toMatchObject({
    email,
    invited_at: expect.any(String),
    user_metadata: { team: 'blue' },
  })
  expect(second.body.id).toBe(first.body.id)
  expect(subject).toContain('invited')
  expect(accepted.body.user).toMatchObject({
    id: first.body.id,
    email_confirmed_at: expect.any(String),
  })
  expect(outcome(third)).toBe('422 email_exists')
})
