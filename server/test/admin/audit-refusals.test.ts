import { movableClock } from '@app/platform/clock/clock.ts'
import { expect, test } from 'vitest'
import { said, startAdminServer } from './admin-server.ts'

const HOUR_MS = 60 * 60_000

test('a member who calls the area again and again leaves one line an hour, without their words, and is counted', async () => {
  const clock = movableClock()
  const server = await startAdminServer({ clock })
  const [member, victim] = [await server.member({ lasts: '3 hours' }), await server.member()]
  const ban = { action: 'ban', userId: victim.id, duration: '24h', reason: 'words of the member' }

  const answers = await Promise.all(Array.from({ length: 30 }, () => server.users(member, ban)))
  await server.users(member, { action: 'list' })

  expect(new Set(answers.map(said))).toEqual(new Set(['403 not_admin']))
  const line = {
    actor_id: member.id,
    action: 'calls_refused',
    details: { refused: 'not_admin' },
    ip: '127.0.0.0/24',
  }
  expect(await server.linesAbout(member.id)).toEqual([line])
  expect(await server.linesAbout(victim.id)).toEqual([])
  const metrics = await fetch(`${server.url}/metrics`)
  expect(await metrics.text()).toContain('admin_refusals_total{kind="not_admin"} 31')

  clock.moveTo(HOUR_MS + 1000)
  await server.users(member, ban)

  expect(await server.linesAbout(member.id)).toEqual([line, line])
})

test('a member with a second factor that was not used is a caller without any right too', async () => {
  const server = await startAdminServer()
  const member = await server.member({ hasFactor: true })
  const victim = await server.member()

  const answer = await server.users(member, { action: 'confirm', userId: victim.id })

  expect(said(answer)).toBe('403 insufficient_aal')
  expect(await server.linesAbout(victim.id)).toEqual([])
  expect(await server.linesAbout(member.id)).toMatchObject([
    { action: 'calls_refused', details: { refused: 'insufficient_aal' } },
  ])
})

test('the overview of a person shows what was done before what was refused', async () => {
  const server = await startAdminServer()
  const [admin, member] = [await server.newAdmin(), await server.member()]
  await server.users(admin, { action: 'send_reset', userId: member.id })
  await server.sql(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, details, created_at)
     select $1, 'user_deleted', 'user', $2, '{"refused":"confirmation_mismatch"}', now() + interval '1 second'
       from generate_series(1, 62)`,
    [admin.id, member.id],
  )

  const { body } = await server.users(admin, { action: 'get', userId: member.id })

  const audit = body.audit as { action: string }[]
  expect(audit).toHaveLength(50)
  expect(audit[0]).toMatchObject({ action: 'user_reset_sent' })
})

test('the overview of a person shows what was done, however often they were viewed', async () => {
  const server = await startAdminServer()
  const [admin, member] = [await server.newAdmin(), await server.member()]
  await server.users(admin, { action: 'send_reset', userId: member.id })
  await server.sql(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, created_at)
     select $1, 'user_viewed', 'user', $2, now() + interval '1 second' from generate_series(1, 62)`,
    [admin.id, member.id],
  )

  const { body } = await server.users(admin, { action: 'get', userId: member.id })

  expect(body.audit).toEqual([expect.objectContaining({ action: 'user_reset_sent' })])
})

test('the audit log keeps actions for two years, and refusals for 90 days', async () => {
  const server = await startAdminServer()
  const add = (action: string, age: string, details: object) =>
    server.sql(
      `insert into public.audit_log (action, details, created_at) values ($1, $2, now() - $3::interval)`,
      [action, JSON.stringify(details), age],
    )
  await add('old', '2 years 1 day', {})
  await add('kept', '700 days', {})
  await add('old_refusal', '91 days', { refused: 'conflict' })
  await add('kept_refusal', '89 days', { refused: 'conflict' })

  await server.sql(`insert into ops.jobs (kind) values ('sweep-audit')`)
  await server.settle()

  const left = await server.sql(`select action from public.audit_log order by action`)
  expect(left.map(({ action }) => action)).toEqual(['kept', 'kept_refusal'])
})
