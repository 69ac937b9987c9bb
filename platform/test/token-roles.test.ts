import { expect, test } from 'vitest'
import { sign } from '#test/functions/function-server.ts'
import { addMember, outcome, outcomes } from '#test/identity/people.ts'
import { loginRole } from '#test/login-role.ts'
import { JWT_SECRET, startAuth } from './auth-server.ts'

const FOREIGN_ROLES: unknown[] = [
  loginRole(),
  'postgres',
  'pg_read_all_data',
  'supabase_admin',
  'Service_Role',
  'service_role ',
  'none',
  '',
  null,
  0,
  ['service_role'],
]

test('a token for any other role is refused on every surface, and changes nothing', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const { id } = await addMember(auth)
  const ask = async (path: string, role: unknown, init: RequestInit = {}) => {
    const token = await sign({ role, sub: id, aud: 'authenticated' }, JWT_SECRET)
    const answer = await fetch(auth.url + path, {
      ...init,
      headers: {
        apikey: auth.keys.publishable,
        authorization: `Bearer ${token}`,
        'x-supabase-api-version': '2024-01-01',
      },
    })
    const { code, message, statusCode } = (await answer.json()) as Record<string, unknown>
    return [answer.status, code, statusCode ?? message]
  }

  for (const role of FOREIGN_ROLES) {
    const inStorage = [400, 'AccessDenied', '403']

    expect([role, await ask('/auth/v1/user', role)]).toEqual([
      role,
      [403, 'bad_jwt', expect.stringMatching(/^invalid JWT: .* token is of an unknown role$/)],
    ])
    expect(await ask('/rest/v1/notes?select=id', role)).toEqual(NOT_IN_REST)
    expect(await ask('/rest/v1/announcements', role, { method: 'DELETE' })).toEqual(NOT_IN_REST)
    expect(await ask('/rest/v1/', role)).toEqual(NOT_IN_REST)
    expect(await ask('/storage/v1/bucket', role)).toEqual(inStorage)
    expect(await ask('/storage/v1/object/avatars/a.png', role)).toEqual(inStorage)
    expect(await ask('/storage/v1/object/avatars/a.png', role, { method: 'DELETE' })).toEqual(
      inStorage,
    )
    expect((await ask('/functions/v1/whoami', role)).slice(0, 2)).toEqual([
      401,
      'UNAUTHORIZED_LEGACY_JWT',
    ])
    expect((await ask('/functions/v1/operator', role, { method: 'POST' })).slice(0, 2)).toEqual([
      401,
      'UNAUTHORIZED_LEGACY_JWT',
    ])
  }
})

const NOT_IN_REST = [401, 'PGRST303', 'JWT role is not allowed']

test('the roles of the API pass as before, and a token without one is a visitor', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const seen = async (claims: Record<string, unknown>) => {
    const answer = await fetch(`${auth.url}/rest/v1/announcements?select=id`, {
      headers: { authorization: `Bearer ${await sign(claims, JWT_SECRET)}` },
    })
    return answer.status
  }

  expect(await seen({ role: 'anon' })).toBe(200)
  expect(await seen({ role: 'authenticated' })).toBe(200)
  expect(await seen({ role: 'service_role' })).toBe(200)
  expect(await seen({ sub: 'somebody' })).toBe(200)
})

test('supabase_admin is good for the admin calls of identity, and other roles are not', async () => {
  const auth = await startAuth({ env: { JWT_SECRET } })
  const users = (role: unknown) => async () =>
    auth.call('/admin/users', { as: await sign({ role }, JWT_SECRET) })

  expect(
    await outcomes({
      supabase_admin: users('supabase_admin'),
      postgres: users('postgres'),
      login: users(loginRole()),
    }),
  ).toEqual({
    supabase_admin: '200',
    postgres: '403 bad_jwt',
    login: '403 bad_jwt',
  })
})

test('an admin gives an account no role but those of the API, and no unreadable audience', async () => {
  const auth = await startAuth()
  const { id } = await addMember(auth)
  const create = (body: object) =>
    auth.admin('/admin/users', { method: 'POST', body: { phone: '15551234567', ...body } })
  const update = (body: object) => auth.admin(`/admin/users/${id}`, { method: 'PUT', body })
  const refused = [{ role: 'postgres' }, { role: 'supabase_admin' }, { role: loginRole() }]
  const audiences = [{ aud: 'two words' }, { aud: 'a\tb' }, { aud: 'x'.repeat(256) }]

  for (const body of [...refused, ...audiences]) {
    expect([body, outcome(await create(body))]).toEqual([body, '400 validation_failed'])
    expect([body, outcome(await update(body))]).toEqual([body, '400 validation_failed'])
  }
  expect(outcome(await update({ role: 'service_role', aud: 'partners' }))).toBe('200')
  expect(await auth.sql('select role, aud from auth.users')).toEqual([
    { role: 'service_role', aud: 'partners' },
  ])
})
