import type { Clock } from '#clock/clock.ts'
import { type Database, type Sql, theServer } from '#db/database.ts'
import type { JobKind, JobKinds } from './job-kind.ts'
import { plannedRuns } from './jobs-table.ts'
import type { Work } from './run-job.ts'
import { nextRun, type Schedule } from './schedule.ts'
import { sender } from './send-job.ts'

type Needs = { db: Database; clock: Clock; kinds: JobKinds }

/**
 * A scheduled job queues its successor before it runs. Its key prevents duplicates across servers. A job that became due while no server ran starts with the next server.
 */
export function repeater({ db, clock, kinds }: Needs) {
  const send = sender(kinds)
  const repeated = Object.keys(kinds).filter((name) => kinds[name]?.repeats)

  const planNext = async (sql: Sql, name: string, { repeats }: JobKind) => {
    if (repeats) await send(sql, name, {}, { after: nextRun(repeats, clock.now()) })
  }

  return {
    planAll: async () => {
      // After the first start all of them already wait, so one statement suffices.
      const planned = await plannedRuns(db, repeated)
      for (const [name, kind] of Object.entries(kinds)) {
        if (!kind.repeats || isPlanned(kind.repeats, planned.get(name), clock.now())) continue
        // One transaction each, so that requests can use the embedded database's only connection in between.
        await db.as(theServer, (sql) => planNext(sql, name, kind))
      }
    },
    repeating:
      (name: string, kind: JobKind, work: Work<object>): Work<object> =>
      async (run) => {
        await db.as(theServer, (sql) => planNext(sql, name, kind))
        await work(run)
      },
  }
}

/** A new release may schedule a kind more often than the release that planned it. */
const isPlanned = (repeats: Schedule, run: Date | undefined, now: Date) =>
  run !== undefined && run <= nextRun(repeats, now)
