import { type Database, type Sql, theServer } from '#db/database.ts'
import { deleteOutdated } from '#db/in-batches.ts'
import type { Limit, Query } from './limit.ts'
import type { Charge } from './portions.ts'

/** The tokens that are left, or the seconds to wait. */
export type Taken = { tokens: number } | { waitS: number }

/** Takes one token from the bucket. */
export async function takeToken(
  sql: Sql,
  key: string,
  { burst, perSecond }: Limit,
): Promise<Taken> {
  const bucket = [key, burst, perSecond]
  const { rows } = await sql.query<{ tokens: number }>(TAKE, bucket)

  return rows[0] ?? { waitS: await waitFor(sql, bucket) }
}

type Asked = { may_take: boolean; tokens_left: number | null }

/** Reads a query's only row, and takes a token in the same round trip if its column `may_take` is true. */
export async function takeTokenFor<Row>(
  sql: Sql,
  query: Query,
  key: string,
  { burst, perSecond }: Limit,
): Promise<{ row: Row | null; taken: Taken | null }> {
  const bucket = [key, burst, perSecond]
  const { rows } = await sql.query<Row & Asked>(textFor(query), [...query.values, ...bucket])
  const row = rows[0] ?? null
  if (!row?.may_take) return { row, taken: null }

  const { tokens_left: tokens } = row
  return { row, taken: tokens === null ? { waitS: await waitFor(sql, bucket) } : { tokens } }
}

/** The same without taking, for a token that is counted elsewhere. */
export async function readFor<Row>(
  sql: Sql,
  { text, values }: Query,
): Promise<{ row: Row | null; mayTake: boolean }> {
  const { rows } = await sql.query<Row & Pick<Asked, 'may_take'>>(text, values)

  return { row: rows[0] ?? null, mayTake: rows[0]?.may_take ?? false }
}

/** Takes the tokens of uses that were counted in memory. Returns what is left in each bucket that still exists. */
export async function chargeBuckets(
  db: Database,
  charges: readonly Charge[],
): Promise<Map<string, number>> {
  const { rows } = await db.ask<{ key: string; tokens: number }>(theServer, {
    text: CHARGE,
    values: [
      charges.map(({ key }) => key),
      charges.map(({ used }) => used),
      charges.map(({ limit }) => limit.burst),
      charges.map(({ limit }) => limit.perSecond),
    ],
  })

  return new Map(rows.map(({ key, tokens }) => [key, tokens]))
}

/** Buckets that do not exist are full. */
export async function deleteBuckets(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await sql.query(FORGET, [keys])
}

/** Deletes buckets that have been full for a long time. */
export const deleteFullBuckets = (db: Database): Promise<number> =>
  deleteOutdated(db, {
    table: 'ops.rate_limits',
    where: `updated_at < ops.now() - interval '1 day'`,
  })

const texts = new Map<string, string>()

/** Queries are constants of our source, so each text is built once. */
function textFor({ text, values }: Query): string {
  const known = texts.get(text) ?? takeForText(text, values.length)
  texts.set(text, known)

  return known
}

async function waitFor(sql: Sql, bucket: readonly unknown[]): Promise<number> {
  const { rows } = await sql.query<{ seconds: number }>(WAIT, bucket)

  return rows[0]?.seconds ?? 1
}

/** A bucket whose size changed keeps its share of tokens, so that the new limit applies fairly. */
const refilledTo = (burst: string, perSecond: string) => `least(${burst},
  coalesce(bucket.tokens * (${burst} / bucket.burst), ${burst})
  + ${perSecond} * ops.refill_s(bucket.updated_at))`

/** Parameters are the key, the burst and the refill rate, after `skipped` others. */
const refilled = (skipped: number) =>
  refilledTo(`$${skipped + 2}::float8`, `$${skipped + 3}::float8`)

// Shared by all servers and exact under concurrency: one statement refills and takes on one row.
const takeText = (skipped = 0, from = '') => `
  insert into ops.rate_limits as bucket (key, tokens, burst, updated_at)
  select $${skipped + 1}, $${skipped + 2}::float8 - 1, $${skipped + 2}::float8, ops.now() ${from}
  on conflict (key) do update
     set tokens = ${refilled(skipped)} - 1,
         burst = excluded.burst,
         updated_at = ops.refilled_at(bucket.updated_at)
   where ${refilled(skipped)} >= 1
  returning tokens`

const TAKE = takeText()

const takeForText = (text: string, parameters: number) => `
  with asked as (${text}), taken as (${takeText(parameters, 'from asked where may_take')})
  select asked.*, (select tokens from taken) as tokens_left from asked`

const WAIT = `select (1 - ${refilled(0)}) / $3::float8 as seconds from ops.rate_limits as bucket where key = $1`

// Locks in the order of take_all. A bucket that was deleted is not made again, because its owner may be gone.
const CHARGE = `
  with charge as materialized (
    select bucket.key, one.used, one.burst, one.per_second
      from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as one (key, used, burst, per_second)
      join ops.rate_limits as bucket using (key)
     order by bucket.key
       for update of bucket
  )
  update ops.rate_limits as bucket
     set tokens = ${refilledTo('charge.burst', 'charge.per_second')} - charge.used,
         burst = charge.burst,
         updated_at = ops.refilled_at(bucket.updated_at)
    from charge
   where bucket.key = charge.key
  returning bucket.key, bucket.tokens`

// Locks in the order of take_all, so that the two cannot deadlock.
const FORGET = `
  delete from ops.rate_limits
   where key in (select key from ops.rate_limits where key = any($1) order by key for update)`
