import { type Database, theServer } from '#db/database.ts'

export type JobStats = {
  kind: string
  waiting: number
  running: number
  failed: number
  /** When the oldest waiting job became due; null if none is due. */
  oldest_at: Date | null
}

/** Covers all servers; kinds without such jobs are omitted. */
export async function jobStats(db: Database): Promise<JobStats[]> {
  const { rows } = await db.ask<JobStats>(theServer, {
    text: `select kind,
                  count(*) filter (where state in ('waiting', 'retrying'))::int as waiting,
                  count(*) filter (where state = 'running')::int as running,
                  count(*) filter (where state = 'failed')::int as failed,
                  min(run_at) filter (where state in ('waiting', 'retrying') and run_at <= ops.now()) as oldest_at
             from ops.jobs
            where state <> 'done'
            group by kind
            order by kind`,
  })

  return rows
}
