import { createHash } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Identity } from '#identity/identity.ts'
import { scaledLimit } from '#identity/scaled-limit.ts'

/** However many machines guess at once, one account is tried this often; a success forgets it all. */
const PER_ACCOUNT = { burst: 10, perSecond: 10 / 300 }

/** Known or not, an address is counted under its digest: the list of them is nobody's business. */
const keyOf = (address: string) =>
  `password ${createHash('sha256').update(address).digest('base64url')}`

/** Taken before a password is looked at, so that guesses at the same moment count as well. */
export async function countGuess(
  { limits, settings }: Pick<Identity, 'limits' | 'settings'>,
  address: string,
): Promise<void> {
  const limit = scaledLimit(PER_ACCOUNT, settings.rateLimitFactor)
  if (limit) await limits.take(keyOf(address), limit)
}

export const forgetGuesses = (sql: Sql, { limits }: Pick<Identity, 'limits'>, address: string) =>
  limits.forgetIn(sql, keyOf(address))
