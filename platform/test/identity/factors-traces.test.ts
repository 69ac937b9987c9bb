import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type FactorsServer,
  memberWithFactor,
  ok,
  refusal,
  type Session,
  STEP_MS,
  startFactors,
  verify,
  WRONG_CODE,
} from './factors-server.ts'

test('an admin sees the factors of anybody, without their secrets', async () => {
  const server = await startFactors()
  const { before, factor } = await memberWithFactor(server, 'Phone')

  const { body } = await server.admin(`/admin/users/${before.user.id}/factors`)

  expect(body).toEqual([
    {
      id: factor.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      status: 'verified',
      friendly_name: 'Phone',
      factor_type: 'totp',
      phone: '',
      last_challenged_at: expect.any(String),
    },
  ])
})

test('an admin removes a lost factor, and with the last one the recovery codes', async () => {
  const server = await startFactors()
  const { before, factor, session, token: as } = await memberWithFactor(server)
  ok(await server.post('/factors/recovery-codes', {}, { as }))
  const place = `/admin/users/${before.user.id}/factors`

  const removed = await server.admin(`${place}/${factor.id}`, { method: 'DELETE' })

  expect(removed.body).toMatchObject({ id: factor.id, factor_type: 'totp' })
  expect((await server.admin(place)).body).toEqual([])
  const { refresh_token } = session
  const { body } = await server.post<Session>('/token?grant_type=refresh_token', { refresh_token })
  expect(body.user.factors).toBeUndefined()
})

test('an admin renames a factor, and its owner sees the new name', async () => {
  const server = await startFactors()
  const { before, factor, token } = await memberWithFactor(server, 'Phone')
  const place = `/admin/users/${before.user.id}/factors/${factor.id}`
  const rename = (body: object) => server.admin<object>(place, { method: 'PUT', body })

  const renamed = await rename({ friendly_name: 'Work phone' })
  const again = await rename({ friendly_name: 'Work phone' })
  const unchanged = await rename({})

  const { body } = await server.call<Session['user']>('/user', { as: token })
  expect(renamed).toMatchObject({
    status: 200,
    body: { id: factor.id, friendly_name: 'Work phone', status: 'verified' },
  })
  expect(again.status).toBe(200)
  expect(unchanged.body).toMatchObject({ friendly_name: 'Work phone' })
  expect(body.factors).toEqual([expect.objectContaining({ friendly_name: 'Work phone' })])
  const [line] = await server.sql(
    `select payload -> 'traits' as traits, count(*) over ()::int as lines
       from auth.audit_log_entries
      where payload ->> 'action' = 'factor_updated'`,
  )
  expect(line).toEqual({ traits: { user_id: before.user.id, factor_id: factor.id }, lines: 2 })
})

test('a factor is not renamed to what another one is called, nor by whoever is no admin', async () => {
  const server = await startFactors()
  const { before, factor, token } = await memberWithFactor(server, 'Phone')
  const other = await server.newMember()
  await server.enroll(token, 'Tablet')
  const rename = async (path: string, body: unknown = { friendly_name: 'New' }) =>
    refusal(await server.admin<object>(`/admin/users/${path}`, { method: 'PUT', body }))
  const own = `${before.user.id}/factors`
  const path = `${own}/${factor.id}`

  expect({
    taken: await rename(path, { friendly_name: 'Tablet' }),
    'too long': await rename(path, { friendly_name: 'x'.repeat(256) }),
    'no text': await rename(path, { friendly_name: 7 }),
    'no object': await rename(path, ['New']),
    'no id': await rename('x/factors/x'),
    'unknown user': await rename(`${randomUUID()}/factors/${factor.id}`),
    'no factor id': await rename(`${own}/x`),
    'unknown factor': await rename(`${own}/${randomUUID()}`),
    'factor of another': await rename(`${other.user.id}/factors/${factor.id}`),
    'no admin': refusal(
      await server.call(`/admin/users/${path}`, { method: 'PUT', body: {}, as: token }),
    ),
  }).toEqual({
    taken: '422 mfa_factor_name_conflict',
    'too long': '400 validation_failed',
    'no text': '400 bad_json',
    'no object': '400 bad_json',
    'no id': '404 validation_failed',
    'unknown user': '404 user_not_found',
    'no factor id': '404 validation_failed',
    'unknown factor': '404 mfa_factor_not_found',
    'factor of another': '404 mfa_factor_not_found',
    'no admin': '403 not_admin',
  })
})

test('an admin’s mistakes have their own codes, and others are refused', async () => {
  const server = await startFactors()
  const { before, factor, token } = await memberWithFactor(server)
  const other = await server.newMember()
  const call = async (path: string, method = 'GET') =>
    refusal(await server.admin(`/admin/users/${path}`, { method }))

  expect({
    'no id': await call('x/factors'),
    'unknown person': await call(`${randomUUID()}/factors`),
    'no factor id': await call(`${before.user.id}/factors/x`, 'DELETE'),
    'unknown factor': await call(`${before.user.id}/factors/${randomUUID()}`, 'DELETE'),
    'factor of another': await call(`${other.user.id}/factors/${factor.id}`, 'DELETE'),
    'no admin': refusal(await server.call(`/admin/users/${before.user.id}/factors`, { as: token })),
  }).toEqual({
    'no id': '404 validation_failed',
    'unknown person': '404 user_not_found',
    'no factor id': '404 validation_failed',
    'unknown factor': '404 mfa_factor_not_found',
    'factor of another': '404 mfa_factor_not_found',
    'no admin': '403 not_admin',
  })
})

test('the user is notified by mail when a factor is added and when it is removed', async () => {
  const server = await startFactors({ withMail: true })
  const { email, factor, token: as } = await memberWithFactor(server)
  const afterFirst = await server.mailsTo(email)
  const again = ok(await verify(server, as, factor))

  ok(await server.call(`/factors/${factor.id}`, { method: 'DELETE', as: again.access_token }))

  const subjects = (await server.mailsTo(email)).map(({ subject }) => subject)
  expect(afterFirst.map(({ subject }) => subject)).toEqual(['A second factor was added'])
  expect(subjects.toSorted()).toEqual(['A second factor was added', 'A second factor was removed'])
})

test('every step leaves a line, whether it was granted or refused', async () => {
  const server = await startFactors()
  const { factor, token: as, before } = await memberWithFactor(server)
  const challenge_id = await server.challenge(as, factor.id)
  await server.post(`/factors/${factor.id}/verify`, { challenge_id, code: WRONG_CODE }, { as })
  await server.post('/factors', { factor_type: 'phone' }, { as })
  await server.post('/factors/recovery-codes', {}, { as })
  await server.post('/factors/recovery-codes/verify', { code: WRONG_CODE }, { as })
  await server.call('/factors/recovery-codes', { method: 'DELETE', as })
  await server.call(`/factors/${factor.id}`, { method: 'DELETE', as })

  const lines = await server.sql<{ line: string; ip: string }>(
    `select concat_ws(' ', payload ->> 'action', payload -> 'traits' ->> 'refused') as line,
            ip_address as ip
       from auth.audit_log_entries
      where payload ->> 'actor_id' = $1 and payload ->> 'log_type' = 'factor'`,
    [before.user.id],
  )
  expect(lines.map(({ line }) => line).toSorted()).toEqual([
    'challenge_created',
    'challenge_created',
    'factor_in_progress',
    'factor_in_progress mfa_phone_enroll_not_enabled',
    'factor_unenrolled',
    'recovery_codes_deleted',
    'recovery_codes_generated',
    'verification_attempted',
    'verification_attempted mfa_verification_failed',
    'verification_attempted mfa_verification_failed',
  ])
  expect(new Set(lines.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
})

test('neither the database nor the log holds anything that opens an account', async () => {
  const server = await startFactors({ withMail: true })
  const { factor, token: as, session } = await memberWithFactor(server)
  const code = server.codeOf(factor.secret)
  const raised = ok(await verify(server, as, factor))
  server.forward(STEP_MS)
  const { codes } = ok(
    await server.post<{ codes: string[] }>(
      '/factors/recovery-codes',
      {},
      { as: raised.access_token },
    ),
  )
  await server.post(
    '/factors/recovery-codes/verify',
    { code: codes[0] },
    { as: raised.access_token },
  )
  await server.settle()

  const secrets = [
    factor.secret,
    factor.secret.toLowerCase(),
    `"${code}"`,
    ...codes,
    session.refresh_token,
    raised.refresh_token,
  ]
  const kept = `${await everyRow(server)}\n${server.logged.join('\n')}`
  expect(kept).toContain(factor.id)
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
})

/** All that a dump of the database would show. */
async function everyRow({ sql }: FactorsServer): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
       from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const dumps = tables.map(({ name }) =>
    sql<{ row: string }>(`select t::text as row from ${name} t`),
  )

  return (await Promise.all(dumps)).flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}
