import type { UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { memberWithSession, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

const LIMIT_BYTES = 16 * 1024

/** Exactly so many bytes as JSON. */
const metadataOf = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

test('metadata larger than 16 KB is refused wherever it is given', async () => {
  const auth = await startAuth({ env: { AUTH_ANONYMOUS: 'true', AUTH_RATE_LIMIT_FACTOR: '0' } })
  const { id, session } = await memberWithSession(auth)
  const large = metadataOf(LIMIT_BYTES + 1)
  const email = newAddress()
  const asAdmin = (method: string, path: string, body: object) => () =>
    auth.admin(path, { method, body })

  const found = await outcomes({
    signup: () => auth.post('/signup', { email, password: PASSWORD, data: large }),
    'anonymous signup': () => auth.post('/signup', { data: large }),
    otp: () => auth.post('/otp', { email, data: large }),
    'characters of several bytes': () =>
      auth.post('/otp', { email, data: { a: 'ü'.repeat(LIMIT_BYTES / 2) } }),
    'many keys': () =>
      auth.post('/signup', {
        email,
        password: PASSWORD,
        data: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`key ${i}`, i])),
      }),
    'own account': () =>
      auth.call('/user', { method: 'PUT', as: session.access_token, body: { data: large } }),
    'admin, new user': asAdmin('POST', '/admin/users', { email, user_metadata: large }),
    'admin, new app metadata': asAdmin('POST', '/admin/users', { email, app_metadata: large }),
    'admin, user': asAdmin('PUT', `/admin/users/${id}`, { user_metadata: large }),
    'admin, app metadata': asAdmin('PUT', `/admin/users/${id}`, { app_metadata: large }),
    invite: asAdmin('POST', '/invite', { email, data: large }),
    link: asAdmin('POST', '/admin/generate_link', { type: 'magiclink', email, data: large }),
  })

  expect(found).toEqual(
    Object.fromEntries(Object.keys(found).map((name) => [name, '400 validation_failed'])),
  )
  expect(await auth.sql('select id from auth.users')).toEqual([{ id }])
})

test('what counts is the whole after a change, and making it smaller is never refused', async () => {
  const auth = await startAuth()
  const { id, session } = await memberWithSession(auth)
  const put = (data: object) =>
    auth.call<UserJson>('/user', { method: 'PUT', as: session.access_token, body: { data } })
  const half = 'x'.repeat(9 * 1024)

  expect(outcome(await put({ one: half }))).toBe('200')
  expect(outcome(await put({ two: half }))).toBe('400 validation_failed')
  expect(outcome(await put({ one: null, two: half }))).toBe('200')
  await auth.sql(`update auth.users set raw_user_meta_data = $2 where id = $1`, [
    id,
    JSON.stringify({ old: 'x'.repeat(40_000), little: 1 }),
  ])
  expect(outcome(await put({ little: null }))).toBe('200')
  expect(outcome(await put({ little: 'more' }))).toBe('400 validation_failed')
  expect((await put({ old: null })).body.user_metadata).toEqual({})
})

test('sixteen kilobytes are taken at sign-up, and the account can be changed afterwards', async () => {
  const auth = await startAuth({ env: { AUTH_AUTOCONFIRM: 'true' } })
  const signedUp = await auth.post<{ access_token: string }>('/signup', {
    email: newAddress(),
    password: PASSWORD,
    data: metadataOf(LIMIT_BYTES),
  })

  const changed = await auth.call('/user', {
    method: 'PUT',
    as: signedUp.body.access_token,
    body: { data: { a: 'short' } },
  })

  expect(signedUp.status).toBe(200)
  expect(outcome(changed)).toBe('200')
})
