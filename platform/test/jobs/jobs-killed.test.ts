import { expect, inject, onTestFinished, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import { deadLetters } from '#jobs/dead-letters.ts'
import { jobStats } from '#jobs/job-stats.ts'
import { sender } from '#jobs/send-job.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'
import { schema } from '#test/databases/folders.ts'
import { freshLocation } from '#test/fresh-database.ts'
import { gate } from '#test/gate.ts'
import { HOUR_LONG } from '#test/programs/job-runner-program.ts'
import { runJobRunner } from '#test/programs/run-background.ts'
import { jobServers } from './job-servers.ts'

const SECOND_MS = 1_000

test('the jobs of killed servers are done by another within a minute, whatever their time limit', async () => {
  const location = await freshLocation()
  const order = { location, schema }
  // The embedded database belongs to one process.
  const servers = inject('database').kind === 'postgres' ? [order, order] : [order]
  const programs = await Promise.all(servers.map(runJobRunner))
  const clock = movableClock()
  const attempts: number[] = []

  for (const program of programs) await program.kill()
  const db = await openDatabase({ location, schema, clock })
  const work = { long: async ({ attempt }: { attempt: number }) => void attempts.push(attempt) }
  const log = openLog({ level: 'silent' })
  const jobs = await startJobs({ db, clock, log, kinds: HOUR_LONG, work })
  onTestFinished(async () => {
    await jobs.stop(0)
    await db.close()
  })
  clock.moveTo(45 * SECOND_MS)
  await jobs.drain()

  // Counted: a job that kills its servers ends as a dead letter.
  expect(attempts).toEqual(servers.map(() => 2))
})

test('a job that runs for minutes stays with its server, which renews its claim', async () => {
  const { within, clock, startServer } = await jobServers()
  const attempts: number[] = []
  const work = {
    long: ({ attempt }: { attempt: number }) => {
      attempts.push(attempt)
      return new Promise<void>(() => {})
    },
  }
  const working = await startServer(HOUR_LONG, work)
  await within((sql) => sender(HOUR_LONG)(sql, 'long', {}))
  await expect.poll(() => attempts).toEqual([1])
  const other = await startServer(HOUR_LONG, work)

  for (let seconds = 20; seconds <= 120; seconds += 20) {
    clock.moveTo(seconds * SECOND_MS)
    await working.begin()
    await other.begin()
  }
  const whileItLived = [...attempts]
  clock.moveTo(160 * SECOND_MS)
  await other.begin()

  expect(whileItLived).toEqual([1])
  await expect.poll(() => attempts).toEqual([1, 2])
})

test('a server that lost its job to another cannot give it an outcome any more', async () => {
  const { db, within, clock, startServer } = await jobServers()
  const slow = gate()
  const attempts: number[] = []
  const first = await startServer(HOUR_LONG, {
    long: async ({ attempt }) => {
      attempts.push(attempt)
      await slow.opened
    },
  })
  await within((sql) => sender(HOUR_LONG)(sql, 'long', {}))
  await expect.poll(() => attempts).toEqual([1])
  const other = await startServer(HOUR_LONG, {
    long: ({ attempt }) => {
      attempts.push(attempt)
      return new Promise(() => {})
    },
  })

  clock.moveTo(45 * SECOND_MS)
  await other.begin()
  await expect.poll(() => attempts).toEqual([1, 2])
  slow.open()
  await first.stop()

  expect(await jobStats(db)).toMatchObject([{ waiting: 0, running: 1, failed: 0 }])
})

test('a job that has killed all its servers is a dead letter', async () => {
  const { db, startServer } = await jobServers()
  await db.script(
    `insert into ops.jobs (kind, state, attempts, most_attempts, lease_until)
     values ('long', 'running', 3, 3, ops.now() - interval '1 second')`,
  )
  let runs = 0

  const server = await startServer(HOUR_LONG, { long: async () => void runs++ })
  await server.drain()

  expect(runs).toBe(0)
  expect(await deadLetters(db)).toMatchObject([{ reason: 'It did not end in time', attempts: 3 }])
})

test('a lost job whose key is in retry blocks neither that retry nor itself', async () => {
  const { db, startServer } = await jobServers()
  await db.script(
    `insert into ops.jobs (kind, key, state, attempts, most_attempts, lease_until)
     values ('long', 'Ada', 'running', 1, 3, ops.now() - interval '1 second'),
            ('long', 'Ada', 'retrying', 1, 3, null)`,
  )
  const attempts: number[] = []

  const server = await startServer(HOUR_LONG, {
    long: async ({ attempt }) => void attempts.push(attempt),
  })
  await server.drain()

  expect(attempts).toEqual([2])
  expect(await deadLetters(db)).toMatchObject([{ kind: 'long', attempts: 1 }])
})

test('the job of a killed server does not wait for a clock that was set back', async () => {
  const { db, clock, startServer } = await jobServers()
  await db.script(
    `insert into ops.jobs (kind, state, attempts, most_attempts, run_at, lease_until)
     values ('long', 'running', 1, 3, ops.now(), ops.now() + interval '1 day')`,
  )
  const attempts: number[] = []
  const server = await startServer(HOUR_LONG, {
    long: async ({ attempt }) => void attempts.push(attempt),
  })

  await server.drain()
  const atOnce = [...attempts]
  clock.moveTo(45 * SECOND_MS)
  await server.drain()

  // Its server may still run, and renews its lease in time if it does.
  expect(atOnce).toEqual([])
  expect(attempts).toEqual([2])
})
