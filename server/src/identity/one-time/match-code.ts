import type { Sql } from '#db/database.ts'
import type { Identity } from '#identity/identity.ts'
import type { Slot } from './code-kinds.ts'
import { hashesOf } from './codes.ts'
import {
  countWrongGuess,
  deleteToken,
  lockTokensOf,
  type TokenRow,
} from './one-time-tokens-table.ts'

type Needs = Pick<Identity, 'clock' | 'digests' | 'settings'>

/** After so many wrong guesses even the right code is refused. */
const MOST_GUESSES = 5
const SMS_TTL_S = 60

type Presented = { slots: readonly Slot[]; address: string; code: string }

/** The token this code belongs to. A wrong code counts against every token it might have meant. */
export async function matchCode(
  sql: Sql,
  needs: Needs,
  userId: string,
  { slots, address, code }: Presented,
): Promise<TokenRow | null> {
  const tokens = (await lockTokensOf(sql, userId, slots)).filter(
    (token) => token.relates_to === address && isAlive(needs, token),
  )
  const match = tokens.find((token) =>
    hashesOf(needs, { slot: token.token_type, address, code }).includes(token.token_hash),
  )
  if (match) return match

  for (const { id, attempts } of tokens) {
    if (attempts + 1 >= MOST_GUESSES) await deleteToken(sql, id)
    else await countWrongGuess(sql, id)
  }
  return null
}

export function isAlive(
  { clock, settings }: Pick<Needs, 'clock' | 'settings'>,
  { created_at, relates_to }: TokenRow,
): boolean {
  const lifeS = relates_to.includes('@') ? settings.otpTtlS : SMS_TTL_S

  return clock.now().getTime() - created_at.getTime() < lifeS * 1000
}
