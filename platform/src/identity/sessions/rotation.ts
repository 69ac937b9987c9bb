import type { Sql } from '#db/database.ts'
import { type Client, ipOf } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { resealed } from './refresh-token.ts'
import { rotateSession, type SessionRow, updateSessionKey } from './sessions-table.ts'

/** Two tabs of one browser may refresh within this interval. */
const REUSE_INTERVAL_MS = 10_000

/**
 * The parent of the current token is always accepted, because the client may have missed the answer. An older one is accepted only right
 * after a rotation.
 */
export function isReplay(session: SessionRow, counter: number, now: Date): boolean {
  if (session.refresh_counter - counter <= 1) return false
  const rotatedAt = session.refreshed_at?.getTime() ?? 0

  return now.getTime() - rotatedAt > REUSE_INTERVAL_MS
}

/** Only the current token advances the counter; older accepted ones receive the current token. */
export async function advance(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'keyring'>,
  session: SessionRow,
  counter: number,
  client: Client,
): Promise<number> {
  if (counter < session.refresh_counter) return session.refresh_counter

  const refresh_counter = counter + 1
  await rotateSession(sql, {
    id: session.id,
    refresh_counter,
    user_agent: client.userAgent,
    ip: ipOf(client),
    now: needs.clock.now(),
  })
  const sealed = resealed(needs, session)
  if (sealed) await updateSessionKey(sql, session.id, sealed)
  return refresh_counter
}
