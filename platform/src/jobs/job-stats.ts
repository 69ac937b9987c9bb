import { type Database, theServer } from '#db/database.ts'
import { SCHEMA } from './queue.ts'

export type JobStats = {
  kind: string
  waiting: number
  running: number
  failed: number
  /** Since when the oldest waiting one could have run; null if none is due. */
  oldest_at: Date | null
}

/** Of all servers; kinds without such jobs are left out. */
export async function jobStats(db: Database): Promise<JobStats[]> {
  const { rows } = await db.ask<JobStats>(theServer, {
    text: `select name as kind,
                  count(*) filter (where state < 'active')::int as waiting,
                  count(*) filter (where state = 'active')::int as running,
                  count(*) filter (where state = 'failed')::int as failed,
                  min(start_after) filter (where state < 'active' and start_after <= ops.now()) as oldest_at
             from ${SCHEMA}.job
            where state <= 'active' or state = 'failed'
            group by name
            order by name`,
  })

  return rows
}
