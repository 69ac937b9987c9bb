import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { kind, sweep } from '#jobs/job-kind.ts'
import { everyMinutes } from '#jobs/schedule.ts'
import { sender } from '#jobs/send-job.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'
import { schema } from '#test/databases/folders.ts'
import { runSql, startPostgres } from '#test/databases/postgres-server.ts'
import { forThisFile } from '#test/for-this-file.ts'

/** A server that may be stopped. */
const server = forThisFile(async (atEnd) => {
  const postgres = await startPostgres()
  atEnd(() => postgres.stop())

  return postgres
})

test('jobs go on by themselves after the database was away', async () => {
  const { postgres, db } = await startDatabase()
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

test('scheduled jobs that could not be planned are planned when the database is back', async () => {
  const { postgres, db } = await startDatabase()
  const jobs = await startJobs({
    db,
    clock: machineClock,
    log: openLog({ level: 'silent' }),
    kinds: { tidy: sweep({ timeLimitS: 20, repeats: everyMinutes(5) }) },
    work: {},
  })
  onTestFinished(() => jobs.stop())
  const planned = () =>
    db.ask(theServer, { text: `select kind from ops.jobs where state = 'waiting'` })

  await postgres.halt()
  await jobs.begin()
  await postgres.resume()
  await expect.poll(() => planned().then(({ rows }) => rows)).toEqual([])
  await jobs.drain()

  expect((await planned()).rows).toEqual([{ kind: 'tidy' }])
})

async function startDatabase() {
  const postgres = server()
  const name = `jobs_${randomUUID().replaceAll('-', '')}`
  await runSql(postgres.url('postgres'), `create database ${name}`)
  const location = { kind: 'postgres' as const, url: postgres.url(name) }
  const db = await openDatabase({ location, schema, clock: machineClock })
  onTestFinished(() => db.close())

  return { postgres, db }
}
