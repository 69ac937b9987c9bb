import { theServer } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { sendJob } from '#jobs/job-kinds.ts'
import { startAuth } from '#test/auth-server.ts'

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
