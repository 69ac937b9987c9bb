import type { Sql } from '#db/database.ts'
import type { Client } from '#identity/client.ts'
import { type CountedGuess, type GuessLimits, takeGuess } from '#identity/devices/guess-limits.ts'
import type { Identity } from '#identity/identity.ts'

const HOUR_S = 3600

/** Counted by address, not by code, so that requesting new codes allows no further guesses. */
const limits: GuessLimits = {
  knownDevice: { burst: 10, perSecond: 10 / HOUR_S },
  network: { burst: 10, perSecond: 10 / HOUR_S },
  address: { burst: 20, perSecond: 20 / HOUR_S },
}

/** A wrong code stays counted only if the transaction commits. */
export const countCodeGuess = (
  sql: Sql,
  needs: Pick<Identity, 'digests' | 'limits' | 'settings'>,
  address: string,
  client: Client,
): Promise<CountedGuess> => takeGuess(sql, needs, { secret: 'code', address, client, limits })

export const forgetCodeGuesses = (
  sql: Sql,
  { limits: buckets }: Pick<Identity, 'limits'>,
  counted: CountedGuess,
): Promise<void> => buckets.refillIn(sql, counted)
