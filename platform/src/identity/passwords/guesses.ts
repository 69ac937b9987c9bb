import type { Sql } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Client } from '#identity/client.ts'
import { type CountedGuess, type GuessLimits, takeGuess } from '#identity/devices/guess-limits.ts'
import type { Identity } from '#identity/identity.ts'

const FIVE_MINUTES_S = 300

const limits: GuessLimits = {
  knownDevice: { burst: 10, perSecond: 10 / FIVE_MINUTES_S },
  network: { burst: 10, perSecond: 5 / FIVE_MINUTES_S },
  address: { burst: 30, perSecond: 10 / FIVE_MINUTES_S },
}

/** Counted before the password is checked, outside any transaction, so that refused sign-ins stay counted. */
export const countGuess = (
  needs: Pick<Identity, 'db' | 'digests' | 'limits' | 'settings'>,
  address: string,
  client: Client,
): Promise<CountedGuess> =>
  takeGuess(serverSql(needs.db), needs, { secret: 'password', address, client, limits })

export const forgetGuesses = (
  sql: Sql,
  { limits: buckets }: Pick<Identity, 'limits'>,
  counted: CountedGuess,
): Promise<void> => buckets.refillIn(sql, counted)
