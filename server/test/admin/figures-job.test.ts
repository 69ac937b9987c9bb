// Over both databases: a job counts in SQL functions.

import { theServer } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { sendJob } from '#jobs/job-kinds.ts'
import { startAuth } from '#test/auth-server.ts'
import type { TestMember } from '#test/new-member.ts'
import { said, startAdminServer } from './admin-server.ts'

test('the hourly job writes the figures of today', async () => {
  const { db, sql, settle } = await startAuth()
  await db.as(theServer, (inside) => sendJob(inside, 'write-figures', {}))

  await settle()

  expect(
    await sql(
      `select value::int from public.daily_figures
        where name = 'users' and day = (app.now() at time zone 'utc')::date`,
    ),
  ).toEqual([{ value: 0 }])
})

test('an admin has the figures counted at once, and the line says so', async () => {
  const server = await startAdminServer({ env: { LEMON_SQUEEZY_TEST_MODE: 'true' } })
  const [admin, member] = [await server.newAdmin(), await server.member()]
  const refresh = (caller: TestMember) => server.sync(caller, { action: 'write_figures' })
  const users = () =>
    server.sql(
      `select value::int from public.daily_figures
        where name = 'users' and day = (app.now() at time zone 'utc')::date`,
    )

  const refused = await refresh(member)
  const before = await users()
  const done = await refresh(admin)

  expect([said(refused), before]).toEqual(['403 not_admin', []])
  expect(done.body).toEqual({ success: true })
  expect(await users()).toEqual([{ value: 2 }])
  expect(
    await server.sql(
      `select details from public.audit_log where action = 'figures_written' order by created_at`,
    ),
  ).toEqual([{ details: {} }])
  expect(await server.sql('select is_test from app.billing_mode')).toEqual([{ is_test: true }])
})
