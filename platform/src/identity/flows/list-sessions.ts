import type { SignedInSession } from '@app/contract/account-replies'
import { theServer } from '#db/database.ts'
import type { Identity } from '#identity/identity.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import { listSessionsOf } from '#identity/sessions/sessions-table.ts'

/** A user's sessions: first the calling one, then by last use. */
export async function listSessions(
  { db, clock }: Pick<Identity, 'db' | 'clock'>,
  { userId, sessionId }: SignedIn,
): Promise<SignedInSession[]> {
  const rows = await db.as(theServer, (sql) => listSessionsOf(sql, userId, clock.now()))

  return rows
    .map((row) => ({
      id: row.id,
      isCurrent: row.id === sessionId,
      kind: row.tag === 'extension' ? ('extension' as const) : ('browser' as const),
      userAgent: row.user_agent ?? '',
      ip: row.ip,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.used_at.toISOString(),
    }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
