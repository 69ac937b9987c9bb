import type { Clock } from '#clock/clock.ts'
import { type Database, type Sql, theServer } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { JobKind, JobKinds } from './job-kind.ts'
import { SCHEMA } from './queue.ts'
import type { Work } from './run-job.ts'
import { nextRun, type Schedule } from './schedule.ts'
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
    planAll: async () => {
      // After the first start they all wait already, and one statement is enough.
      const planned = await plannedRuns(serverSql(db))
      for (const [name, kind] of Object.entries(kinds)) {
        if (!kind.repeats || isPlanned(kind.repeats, planned.get(name), clock.now())) continue
        // One transaction each: requests come in between on the embedded database's only connection.
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

/** A new release may run a kind more often than the one that planned it. */
const isPlanned = (repeats: Schedule, run: Date | undefined, now: Date) =>
  run !== undefined && run <= nextRun(repeats, now)

async function plannedRuns(sql: Sql): Promise<Map<string, Date>> {
  const { rows } = await sql.query<{ name: string; run: Date }>(`
    select name, min(start_after) as run
      from ${SCHEMA}.job
     where state = 'created' and data = '{}'
     group by name`)

  return new Map(rows.map(({ name, run }) => [name, run]))
}
