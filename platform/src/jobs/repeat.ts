import type { Clock } from '#clock/clock.ts'
import { type Database, type Sql, theServer } from '#db/database.ts'
import type { JobKind, JobKinds } from './job-kind.ts'
import type { Work } from './run-job.ts'
import { nextRun } from './schedule.ts'
import { sender } from './send-job.ts'

type Needs = { db: Database; clock: Clock; kinds: JobKinds }

/**
 * A scheduled job queues its successor before it runs. Its key prevents duplicates across servers, and a job that
 * became due while no server ran is done at the next start.
 */
export function repeater({ db, clock, kinds }: Needs) {
  const send = sender(kinds)

  const planNext = async (sql: Sql, name: string, { repeats }: JobKind) => {
    if (repeats) await send(sql, name, {}, { after: nextRun(repeats, clock.now()) })
  }

  return {
    planAll: () =>
      db.as(theServer, async (sql) => {
        for (const [name, kind] of Object.entries(kinds)) await planNext(sql, name, kind)
      }),
    repeating:
      (name: string, kind: JobKind, work: Work<object>): Work<object> =>
      async (run) => {
        await db.as(theServer, (sql) => planNext(sql, name, kind))
        await work(run)
      },
  }
}
