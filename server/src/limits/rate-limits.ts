import { type Database, theServer } from '#db/database.ts'
import { overLimit } from './errors.ts'

/** So many at once, refilled at so many per second. */
export type Limit = { burst: number; perSecond: number }

export type RateLimits = {
  /** Takes one from the bucket, or throws with the time to wait. */
  take(key: string, limit: Limit): Promise<void>
  /** Forgets buckets that have long been full again. */
  sweep(): Promise<number>
}

const REFILLED = `least($2::float8, bucket.tokens
  + $3::float8 * greatest(extract(epoch from ops.now() - bucket.updated_at), 0))`

// Shared by all servers and exact under concurrency: refill and take are one statement on one row.
const TAKE = `
  insert into ops.rate_limits as bucket (key, tokens, updated_at)
  values ($1, $2::float8 - 1, ops.now())
  on conflict (key) do update
     set tokens = ${REFILLED} - 1,
         updated_at = greatest(bucket.updated_at, ops.now())
   where ${REFILLED} >= 1
  returning tokens`

const WAIT = `select (1 - ${REFILLED}) / $3::float8 as seconds from ops.rate_limits as bucket where key = $1`

const SWEEP = `delete from ops.rate_limits where updated_at < ops.now() - interval '1 day'`

export function rateLimits(db: Database): RateLimits {
  return {
    take: async (key, { burst, perSecond }) => {
      const values = [key, burst, perSecond]
      const taken = await db.ask(theServer, { text: TAKE, values })
      if (taken.rowCount > 0) return

      const { rows } = await db.ask<{ seconds: number }>(theServer, { text: WAIT, values })
      throw overLimit(Math.max(1, Math.ceil(rows[0]?.seconds ?? 1)))
    },
    sweep: async () => (await db.ask(theServer, { text: SWEEP })).rowCount,
  }
}
