import type { Sql } from '#db/database.ts'
import { type Client, ipOf } from '#identity/client.ts'
import { type Challenge, findChallenge } from './challenges-table.ts'
import { challengeElsewhere, challengeExpired, challengeNotFound } from './errors.ts'

const LIFE_MS = 5 * 60_000

export const endOfChallenge = (start: Date) => new Date(start.getTime() + LIFE_MS)

/** A challenge is bound to the IP address that requested it; a closed connection has no address. */
export function addressOf(client: Client): string {
  const ip = ipOf(client)
  if (ip === null) throw challengeElsewhere()

  return ip
}

/** Throws if the challenge is unknown, expired or used, or belongs to another client. */
export async function checkChallenge(
  sql: Sql,
  now: Date,
  { id, factorId, client }: { id: string; factorId: string; client: Client },
): Promise<Challenge> {
  const challenge = await findChallenge(sql, { id, factorId, ip: addressOf(client) })

  if (!challenge) throw challengeNotFound()
  if (challenge.isUsed || !challenge.isFromHere) throw challengeElsewhere()
  if (endOfChallenge(challenge.created_at) < now) throw challengeExpired(id)

  return challenge
}
