import { createHash } from 'node:crypto'
import { type Clock, machineClock } from '#clock/clock.ts'
import type { Database, Sql } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import {
  chargeBuckets,
  deleteBuckets,
  deleteFullBuckets,
  readFor,
  type Taken,
  takeToken,
  takeTokenFor,
} from './buckets-table.ts'
import type { Limit, Query, Refusal, Take, TakeChoice } from './limit.ts'
import { Portions } from './portions.ts'
import { limitNameIn, type OnRefused, refuse } from './refuse.ts'
import { takeAll, takeChosen } from './take-all.ts'

export type RateLimits = {
  /** Takes one token from the bucket; throws with the time to wait if it is empty. */
  take(key: string, limit: Limit, refusal?: Refusal): Promise<void>
  /**
   * Reads a query's only row. If its column `may_take` is true, takes a token in the same round trip. Throws with the time to wait if
   * the bucket is then empty.
   */
  takeFor<Row>(query: Query, key: string, limit: Limit): Promise<Row | null>
  /** The same, exact and in the caller's transaction: a rollback restores the token. */
  takeIn(sql: Sql, key: string, limit: Limit, refusal?: Refusal): Promise<void>
  /** Takes one token from every bucket, or none if any bucket is empty. */
  takeAllIn(sql: Sql, takes: readonly Take[]): Promise<void>
  /** The same for one of two lists of buckets. Returns the list that was charged. */
  takeChosenIn(sql: Sql, choice: TakeChoice): Promise<readonly Take[]>
  /** Refills buckets, for limits that count failures only. */
  refillIn(sql: Sql, keys: readonly string[]): Promise<void>
  /** Charges what this server counted in memory. */
  charge(): Promise<void>
  /** Deletes buckets that have been full for a long time. */
  sweep(): Promise<number>
}

/** Buckets that all servers share. `onRefused` is told the name of each limit that refuses somebody. */
export function rateLimits(
  db: Database,
  onRefused: (limit: string) => void = () => {},
  clock: Pick<Clock, 'offsetMs'> = machineClock,
): RateLimits {
  const refused = (key: string) => onRefused(limitNameIn(key))
  const portions = new Portions(clock, (charges) => chargeBuckets(db, charges))
  const needs = { sql: serverSql(db), portions, refused }

  return {
    take: (key, limit, refusal) => takeShared(needs, key, limit, refusal),
    takeFor: (query, key, limit) => takeSharedFor(needs, query, key, limit),
    takeIn: async (sql, key, limit, refusal) => {
      const taken = await takeToken(sql, key, limit)
      if ('waitS' in taken) throw refuse(refused, key, taken.waitS, refusal)
    },
    takeAllIn: (sql, takes) => takeAll(refused, sql, takes),
    takeChosenIn: (sql, choice) => takeChosen(refused, sql, choice),
    refillIn: deleteBuckets,
    charge: () => portions.charge(),
    sweep: () => deleteFullBuckets(db),
  }
}

type Needs = { sql: Sql; portions: Portions; refused: OnRefused }

async function takeShared(needs: Needs, key: string, limit: Limit, refusal?: Refusal) {
  const answer = await needs.portions.take(key, limit)
  if (answer === 'taken') return
  if (answer !== 'unknown') throw refuse(needs.refused, key, answer, refusal)

  note(needs, key, limit, await takeToken(needs.sql, key, limit), refusal)
}

async function takeSharedFor<Row>(
  needs: Needs,
  query: Query,
  key: string,
  limit: Limit,
): Promise<Row | null> {
  const answer = await needs.portions.take(key, limit)
  if (answer === 'taken') return readTaken(needs, query, key)
  if (answer !== 'unknown') throw refuse(needs.refused, key, answer)

  const { row, taken } = await takeTokenFor<Row>(needs.sql, query, key, limit)
  if (taken) note(needs, key, limit, taken)
  return row
}

/** Remembers what the bucket answered, and throws if that was a refusal. */
function note(needs: Needs, key: string, limit: Limit, taken: Taken, refusal?: Refusal): void {
  const isTaken = 'tokens' in taken
  needs.portions.learn(key, limit, isTaken ? taken.tokens : 1 - taken.waitS * limit.perSecond)
  if (!isTaken) throw refuse(needs.refused, key, taken.waitS, refusal)
}

/** A caller who may not take gives the token back. */
async function readTaken<Row>({ sql, portions }: Needs, query: Query, key: string) {
  let isKept = false
  try {
    const { row, mayTake } = await readFor<Row>(sql, query)
    isKept = mayTake
    return row
  } finally {
    if (!isKept) portions.giveBack(key)
  }
}

/** Limits are stored under digests, so that their table contains no addresses. */
export const addressDigest = (address: string): string =>
  createHash('sha256').update(address).digest('base64url')
