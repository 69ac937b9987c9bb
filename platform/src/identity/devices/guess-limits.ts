import type { Sql } from '#db/database.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Limit, Take } from '#limits/limit.ts'
import { scaledLimit } from '#limits/limit.ts'
import { networkOf } from '#limits/network.ts'
import { addressDigest } from '#limits/rate-limits.ts'
import { deviceHash, deviceHashes } from './device.ts'
import { IS_KNOWN_DEVICE } from './known-devices-table.ts'

/**
 * Limits for guesses at one address. A network's bucket refills slower than the address's, so no single network can exhaust the latter.
 */
export type GuessLimits = {
  /** The limit for each known device of the account. */
  knownDevice: Limit
  /** The limit for each network, for unknown devices. */
  network: Limit
  /** The limit for all these networks together. */
  address: Limit
}

type Guess = { secret: 'password' | 'code'; address: string; client: Client; limits: GuessLimits }

/** The buckets that a guess was counted in. A correct guess refills only these. */
export type CountedGuess = readonly string[]

type Needs = Pick<Identity, 'digests' | 'limits' | 'settings'>

/**
 * Counts a guess before it is checked, so that concurrent guesses count too. Unknown addresses are counted like known ones; a known device
 * is limited only by its own guesses.
 */
export async function takeGuess(
  sql: Sql,
  needs: Needs,
  { secret, address, client, limits }: Guess,
): Promise<CountedGuess> {
  const factor = needs.settings.rateLimitFactor
  if (factor === 0) return []

  const key = `guess ${secret} ${addressDigest(address)}`
  const taken = await needs.limits.takeChosenIn(sql, {
    condition: { text: IS_KNOWN_DEVICE, values: [address, deviceHashes(needs, client)] },
    whenTrue: scaled(factor, [`${key} device ${deviceHash(needs, client)}`, limits.knownDevice]),
    whenFalse: scaled(
      factor,
      [`${key} network ${networkOf(client.address)}`, limits.network],
      [key, limits.address],
    ),
  })
  return taken.map((take) => take.key)
}

const scaled = (factor: number, ...buckets: [string, Limit][]): Take[] =>
  buckets.flatMap(([key, usual]) => {
    const limit = scaledLimit(usual, factor)
    return limit ? [{ key, limit }] : []
  })
