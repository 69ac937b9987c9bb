import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { type OpenOptions, openDatabase } from '#db/open.ts'
import { kind, noPayload } from '#jobs/job-kind.ts'
import { sender } from '#jobs/send-job.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { openLog } from '#log/log.ts'

export const HOUR_LONG = {
  long: kind({
    payload: noPayload,
    retries: { most: 2, firstWaitS: 600 },
    concurrency: 1,
    timeLimitS: 3600,
  }),
}

export type JobRunnerOrder = Pick<OpenOptions, 'location' | 'schema'>

/** Resolves while the job runs, which never ends. */
export async function runOneJob(order: JobRunnerOrder) {
  const clock = machineClock
  const db = await openDatabase({ ...order, clock })
  const log = openLog({ level: 'silent' })
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const work = {
    long: () => {
      begin()
      return new Promise<void>(() => {})
    },
  }
  const jobs = await startJobs({ db, clock, log, kinds: HOUR_LONG, work })
  await jobs.begin()
  await db.as(theServer, (sql) => sender(HOUR_LONG)(sql, 'long', {}))
  await begun
}
