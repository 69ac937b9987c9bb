import { type Database, type Sql, theServer } from '#db/database.ts'
import { deleteOutdated } from '#db/in-portions.ts'
import type { AppError } from '#errors/app-error.ts'
import { overLimit } from './errors.ts'

/** So many at once, refilled at so many per second. */
export type Limit = { burst: number; perSecond: number }

export type Refusal = (retryAfterS: number) => AppError

export type RateLimits = {
  /** Takes one from the bucket, or throws with the time to wait. */
  take(key: string, limit: Limit, refusal?: Refusal): Promise<void>
  /** The same as a part of the caller's transaction: what is rolled back was not taken. */
  takeIn(sql: Sql, key: string, limit: Limit, refusal?: Refusal): Promise<void>
  /** The bucket is full again: for limits that count failures only. */
  forgetIn(sql: Sql, key: string): Promise<void>
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

const OUTDATED = {
  table: 'ops.rate_limits',
  where: `updated_at < ops.now() - interval '1 day'`,
}

const FORGET = `delete from ops.rate_limits where key = $1`

export function rateLimits(db: Database): RateLimits {
  const alone: Sql = {
    query: (text, values) => db.ask(theServer, { text, ...(values && { values }) }),
  }

  return {
    take: (key, limit, refusal) => take(alone, key, limit, refusal),
    takeIn: take,
    forgetIn: async (sql, key) => void (await sql.query(FORGET, [key])),
    sweep: () => deleteOutdated(db, OUTDATED),
  }
}

async function take(
  sql: Sql,
  key: string,
  { burst, perSecond }: Limit,
  refusal: Refusal = overLimit,
): Promise<void> {
  const values = [key, burst, perSecond]
  const taken = await sql.query(TAKE, values)
  if (taken.rowCount > 0) return

  const { rows } = await sql.query<{ seconds: number }>(WAIT, values)
  throw refusal(Math.max(1, Math.ceil(rows[0]?.seconds ?? 1)))
}
