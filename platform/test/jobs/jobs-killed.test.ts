import { expect, onTestFinished, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import { sender } from '#jobs/send-job.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'
import { schema } from '#test/databases/folders.ts'
import { freshPlace } from '#test/fresh-database.ts'
import { HOUR_LONG } from '#test/programs/job-runner-program.ts'
import { runJobRunner } from '#test/programs/run-background.ts'
import { jobServers } from './job-servers.ts'

const SECOND_MS = 1_000

test('the job of a killed server is done by another within a minute, whatever its time limit', async () => {
  const place = await freshPlace()
  const program = await runJobRunner({ place, schema })
  const clock = movableClock()
  const attempts: number[] = []

  await program.kill()
  const db = await openDatabase({ place, schema, clock })
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
  expect(attempts).toEqual([2])
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
