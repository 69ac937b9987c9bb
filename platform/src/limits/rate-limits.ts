import { createHash } from 'node:crypto'
import type { Database, Sql } from '#db/database.ts'
import { deleteOutdated } from '#db/in-batches.ts'
import { serverSql } from '#db/server-sql.ts'
import { AppError } from '#errors/app-error.ts'

/** A token bucket: its size and its refill rate. */
export type Limit = { burst: number; perSecond: number }

export type Refusal = (retryAfterS: number) => AppError

/** One of several buckets that are charged together. */
export type Take = {
  key: string
  limit: Limit
  /** Tokens that must remain, as a reserve for other callers. */
  keep?: number
  refusal?: Refusal
}

/** SQL that selects the buckets to charge in the same round trip; its parameters are $1, $2 and so on. */
export type TakeChoice = {
  condition: Query
  whenTrue: readonly Take[]
  whenFalse: readonly Take[]
}

type Query = { text: string; values: readonly unknown[] }

export type RateLimits = {
  /** Takes one token from the bucket; throws with the time to wait if it is empty. */
  take(key: string, limit: Limit, refusal?: Refusal): Promise<void>
  /**
   * Reads a query's only row. If its column `may_take` is true, takes a token in the same round trip. Throws with the time to wait if
   * the bucket is then empty.
   */
  takeFor<Row>(query: Query, key: string, limit: Limit): Promise<Row | null>
  /** The same as `take`, in the caller's transaction: a rollback restores the token. */
  takeIn(sql: Sql, key: string, limit: Limit, refusal?: Refusal): Promise<void>
  /** Takes one token from every bucket, or none if any bucket is empty. */
  takeAllIn(sql: Sql, takes: readonly Take[]): Promise<void>
  /** The same for one of two lists of buckets. Returns the list that was charged. */
  takeChosenIn(sql: Sql, choice: TakeChoice): Promise<readonly Take[]>
  /** Refills buckets, for limits that count failures only. */
  refillIn(sql: Sql, keys: readonly string[]): Promise<void>
  /** Deletes buckets that have been full for a long time. */
  sweep(): Promise<number>
}

/**
 * Parameters are the key, the burst and the refill rate, after `skipped` others. A bucket whose size changed keeps its share of tokens, so
 * that the new limit applies fairly.
 */
const refilled = (skipped: number) => `least($${skipped + 2}::float8,
  coalesce(bucket.tokens * ($${skipped + 2}::float8 / bucket.burst), $${skipped + 2}::float8)
  + $${skipped + 3}::float8 * ops.refill_s(bucket.updated_at))`

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
  select asked.*, exists (select from taken) as has_taken from asked`

const WAIT = `select (1 - ${refilled(0)}) / $3::float8 as seconds from ops.rate_limits as bucket where key = $1`

const OUTDATED = {
  table: 'ops.rate_limits',
  where: `updated_at < ops.now() - interval '1 day'`,
}

// Locks in the order of take_all, so that the two cannot deadlock.
const FORGET = `
  delete from ops.rate_limits
   where key in (select key from ops.rate_limits where key = any($1) order by key for update)`

/** Called with the name of each limit that refuses a caller. */
type OnRefused = (limit: string) => void

export function rateLimits(db: Database, onRefused: OnRefused = () => {}): RateLimits {
  const alone = serverSql(db)
  const refused = (key: string) => onRefused(limitNameIn(key))

  return {
    take: (key, limit, refusal) => take(refused, alone, key, limit, refusal),
    takeFor: (query, key, limit) => takeFor(refused, alone, query, key, limit),
    takeIn: (sql, key, limit, refusal) => take(refused, sql, key, limit, refusal),
    takeAllIn: (sql, takes) => takeAll(refused, sql, takes),
    takeChosenIn: (sql, choice) => takeChosen(refused, sql, choice),
    refillIn: async (sql, keys) => {
      if (keys.length > 0) await sql.query(FORGET, [keys])
    },
    sweep: () => deleteOutdated(db, OUTDATED),
  }
}

async function take(
  refused: OnRefused,
  sql: Sql,
  key: string,
  { burst, perSecond }: Limit,
  refusal: Refusal = overLimit,
): Promise<void> {
  const values = [key, burst, perSecond]
  const taken = await sql.query(TAKE, values)
  if (taken.rowCount !== 0) return

  const waitS = await waitFor(sql, values)
  refused(key)
  throw refusal(waitS)
}

type Taking = { may_take: boolean; has_taken: boolean }

async function takeFor<Row>(
  refused: OnRefused,
  sql: Sql,
  query: Query,
  key: string,
  { burst, perSecond }: Limit,
): Promise<Row | null> {
  const bucket = [key, burst, perSecond]
  const text = textFor(query)
  const { rows } = await sql.query<Row & Taking>(text, [...query.values, ...bucket])
  const row = rows[0] ?? null
  if (!row?.may_take || row.has_taken) return row

  const waitS = await waitFor(sql, bucket)
  refused(key)
  throw overLimit(waitS)
}

const texts = new Map<string, string>()

/** Queries are constants of our source, so each text is built once. */
function textFor({ text, values }: Query): string {
  const known = texts.get(text) ?? takeForText(text, values.length)
  texts.set(text, known)

  return known
}

async function waitFor(sql: Sql, bucket: readonly unknown[]): Promise<number> {
  const { rows } = await sql.query<{ seconds: number }>(WAIT, bucket)

  return Math.max(1, Math.ceil(rows[0]?.seconds ?? 1))
}

type Outcome = { refused: string | null; wait_s: number | null }

async function takeAll(refused: OnRefused, sql: Sql, takes: readonly Take[]): Promise<void> {
  if (takes.length === 0) return

  const { rows } = await sql.query<Outcome>('select * from ops.take_all($1::jsonb)', [
    asJson(takes),
  ])
  throwRefusal(refused, rows[0], takes)
}

async function takeChosen(
  refused: OnRefused,
  sql: Sql,
  { condition, whenTrue, whenFalse }: TakeChoice,
): Promise<readonly Take[]> {
  const [first, second] = [condition.values.length + 1, condition.values.length + 2]
  const { rows } = await sql.query<Outcome & { holds: boolean }>(
    `select choice.holds, outcome.refused, outcome.wait_s
       from (select ${condition.text} as holds) as choice
      cross join lateral ops.take_all(
        case when choice.holds then $${first}::jsonb else $${second}::jsonb end
      ) as outcome`,
    [...condition.values, asJson(whenTrue), asJson(whenFalse)],
  )
  const taken = rows[0]?.holds ? whenTrue : whenFalse
  throwRefusal(refused, rows[0], taken)
  return taken
}

const asJson = (takes: readonly Take[]) =>
  JSON.stringify(
    takes.map(({ key, limit: { burst, perSecond }, keep = 0 }) => ({
      key,
      burst,
      per_second: perSecond,
      keep,
    })),
  )

function throwRefusal(
  refused: OnRefused,
  outcome: Outcome | undefined,
  takes: readonly Take[],
): void {
  if (!outcome || outcome.refused === null) return

  refused(outcome.refused)
  const { refusal = overLimit } = takes.find(({ key }) => key === outcome.refused) ?? {}
  throw refusal(Math.max(1, Math.ceil(outcome.wait_s ?? 1)))
}

/** A limit's name without the caller: `mail to` of `mail to 4f0c…`. */
export const limitNameIn = (key: string): string => LIMIT_NAME.exec(key)?.[0] ?? 'other'

/** Ids, digests and networks have digits or are longer. */
const LIMIT_NAME = /^[a-z][a-z-]{1,19}(?: [A-Za-z][A-Za-z-]{1,19}(?= |$))*(?= |$)/

const overLimit = (retryAfterS: number) =>
  new AppError('over_request_rate_limit', 429, 'Request rate limit reached', { retryAfterS })

/** A limit multiplied by the configured factor; null if limits are disabled. */
export function scaledLimit({ burst, perSecond }: Limit, factor: number): Limit | null {
  if (factor === 0) return null

  return { burst: Math.max(1, burst * factor), perSecond: perSecond * factor }
}

/** Limits are stored under digests, so that their table contains no addresses. */
export const addressDigest = (address: string): string =>
  createHash('sha256').update(address).digest('base64url')
