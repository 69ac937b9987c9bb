import { type Database, theServer } from '#db/database.ts'
import { SCHEMA } from './queue.ts'

/** How long a claimed job belongs to its server without being renewed: a killed one's wait less than a minute. */
export const LEASE = `interval '30 seconds'`

/**
 * Keeps the jobs that run here, given as ids and their kinds. Then returns those of killed servers to the queue, due at
 * once. The try counts, so that a job which kills its server ends as a dead letter; after the last one pg-boss makes it one.
 */
export async function renewLeases(db: Database, running: ReadonlyMap<string, string>) {
  if (running.size > 0) {
    const values = [[...running.values()], [...running.keys()]]
    await db.ask(theServer, { text: RENEW, values })
  }
  await db.ask(theServer, { text: RETURN_LOST })
}

/** `expire_in` counts from the start, which stays known. */
const RENEW = `
  update ${SCHEMA}.job
     set expire_in = ops.now() - started_on + ${LEASE}
   where name = any ($1) and id = any ($2::uuid[]) and state = 'active'`

// At most one job of a key may be in retry; a second one is left to pg-boss.
const RETURN_LOST = `
  update ${SCHEMA}.job as lost
     set state = 'retry', start_after = ops.now()
   where state = 'active' and started_on + expire_in < ops.now() and retry_count < retry_limit
     and not exists (
       select from ${SCHEMA}.job as other
        where other.name = lost.name and other.policy = 'stately' and other.state = 'retry'
          and coalesce(other.singleton_key, '') = coalesce(lost.singleton_key, '')
     )`
