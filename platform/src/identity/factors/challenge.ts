import type { Sql } from '#db/database.ts'
import { type Client, ipOf } from '#identity/client.ts'
import { findChallenge } from './challenges-table.ts'
import { challengeElsewhere, challengeExpired, challengeNotFound } from './errors.ts'

const LIFE_MS = 5 * 60_000

export const endOfChallenge = (start: Date) => new Date(start.getTime() + LIFE_MS)

/** A challenge is answered from where it was asked for; a connection that has closed is nowhere. */
export function placeOf(client: Client): string {
  const ip = ipOf(client)
  if (ip === null) throw challengeElsewhere()

  return ip
}

/** Refuses a challenge that cannot be answered, or not by this client, or not any more. */
export async function checkChallenge(
  sql: Sql,
  now: Date,
  { id, factorId, client }: { id: string; factorId: string; client: Client },
): Promise<void> {
  const challenge = await findChallenge(sql, { id, factorId, ip: placeOf(client) })

  if (!challenge) throw challengeNotFound()
  if (challenge.isUsed || !challenge.isFromHere) throw challengeElsewhere()
  if (endOfChallenge(challenge.created_at) < now) throw challengeExpired(id)
}
