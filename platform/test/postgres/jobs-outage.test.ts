import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { kind } from '#jobs/job-kind.ts'
import { sender } from '#jobs/send-job.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'
import { schema } from '#test/databases/folders.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'

test('jobs go on by themselves after the database was away', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const place = { kind: 'postgres' as const, url: postgres.url('postgres') }
  const db = await openDatabase({ place, schema, clock: machineClock })
  onTestFinished(() => db.close())
  const kinds = {
    greet: kind({
      payload: z.object({}),
      retries: { most: 2, firstWaitS: 1 },
      concurrency: 1,
      timeLimitS: 20,
    }),
  }
  let runs = 0
  const jobs = await startJobs({
    db,
    clock: machineClock,
    log: openLog({ level: 'silent' }),
    kinds,
    work: { greet: async () => void runs++ },
  })
  onTestFinished(() => jobs.stop())
  const greet = () => db.as(theServer, (sql) => sender(kinds)(sql, 'greet', {}))
  await greet()
  await expect.poll(() => runs).toBe(1)

  await postgres.halt()
  await expect(greet()).rejects.toThrow('not available')
  await jobs.drain()
  await postgres.resume()
  await greet()

  await expect.poll(() => runs, { timeout: 20_000 }).toBe(2)
})
