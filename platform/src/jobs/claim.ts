import { type Database, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { LEASE } from './lease.ts'
import { partitionOf } from './queue.ts'

export type ClaimedJob = { id: string; payload: unknown; attempt: number }

/**
 * Claims the jobs that have been due longest. pg-boss's own statement fails as a whole while the oldest job's key is
 * running, so one busy key would block all others.
 */
export async function claimJobs(db: Database, name: string, most: number): Promise<ClaimedJob[]> {
  try {
    const { rows } = await db.ask<ClaimedJob>(theServer, {
      text: claimFrom(partitionOf(name)),
      values: [name, most],
    })
    return rows
  } catch (error) {
    // Another server claimed a job of the same key at the same moment.
    if (sqlState(error) === '23505') return []
    throw error
  }
}

/**
 * A job in retry comes before later ones of its key. The kind's own table is named: for the table of all kinds,
 * PostgreSQL plans the statement anew each time, which takes ten times as long as running it.
 */
const claimFrom = (partition: string) => `
  with next as (
    select id
      from ${partition} as one
     where name = $1 and state < 'active' and start_after <= ops.now()
       and not exists (
         select from ${partition} as other
          where other.name = $1 and other.policy = 'stately' and one.policy = 'stately'
            and coalesce(other.singleton_key, '') = coalesce(one.singleton_key, '')
            and (other.state = 'active' or (other.state = 'retry' and one.state = 'created'))
       )
     order by start_after, id
     limit $2
       for update skip locked
  )
  update ${partition} as job
     set state = 'active',
         retry_count = case when job.started_on is null then retry_count else retry_count + 1 end,
         started_on = ops.now(),
         expire_in = ${LEASE}
    from next
   where job.name = $1 and job.id = next.id
  returning job.id, job.data as payload, job.retry_count + 1 as attempt`
