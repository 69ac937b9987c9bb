import type { Sql } from '#db/database.ts'
import type { Refusal } from '#limits/limit.ts'
import { findGuesses, type GuessedAt, putGuesses } from './guesses-table.ts'

const MOST_WRONG = 10
const LOCKED_MS = 15 * 60_000

// Callers hold the account's lock, so that all concurrent guesses are counted.

/** Refuses every code while recent wrong codes lock the account. */
export async function refuseLocked(
  sql: Sql,
  now: Date,
  where: GuessedAt,
  refusal: Refusal,
): Promise<void> {
  const until = (await findGuesses(sql, where))?.locked_until ?? null
  if (until === null || until <= now) return

  throw refusal(Math.ceil((until.getTime() - now.getTime()) / 1000))
}

/** An expired lock resets the count. */
export async function countWrongCode(sql: Sql, now: Date, where: GuessedAt): Promise<void> {
  const before = await findGuesses(sql, where)
  const wrong_codes = (before?.locked_until ? 0 : (before?.wrong_codes ?? 0)) + 1
  const locked_until = wrong_codes >= MOST_WRONG ? new Date(now.getTime() + LOCKED_MS) : null

  await putGuesses(sql, where, { wrong_codes, locked_until })
}
