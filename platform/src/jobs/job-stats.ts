import { type Database, theServer } from '#db/database.ts'

export type JobStats = {
  kind: string
  waiting: number
  running: number
  failed: number
  /** When the oldest waiting job became due; null if none is due. */
  oldest_at: Date | null
}

/** Covers all servers; kinds without such jobs are omitted. Jobs that are done, by far the most, are not read. */
export async function jobStats(db: Database): Promise<JobStats[]> {
  const { rows } = await db.ask<JobStats>(theServer, {
    text: STATS,
  })

  return rows
}

// Each part has the condition of one partial index, because no index serves "not done".
const STATS = `
  select kind, sum(waiting)::int as waiting, sum(running)::int as running, sum(failed)::int as failed, min(oldest_at) as oldest_at
    from (
      select kind, count(*) as waiting, 0 as running, 0 as failed, min(run_at) filter (where run_at <= ops.now()) as oldest_at
        from ops.jobs where state in ('waiting', 'retrying') group by kind
      union all
      select kind, 0, count(*), 0, null from ops.jobs where state = 'running' group by kind
      union all
      select kind, 0, 0, count(*), null from ops.jobs where state = 'failed' group by kind
    ) as counted
   group by kind
   order by kind`
