import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { continueSession } from './continue-session.ts'
import { type OpenSession, openSession } from './open-session.ts'
import { findSession } from './sessions-table.ts'

/**
 * The session that presents a proof of an anonymous account's new address, if it belongs to that account. Otherwise it is unknown whether
 * the mailbox's owner and the visitor are the same person. Callers hold the account's lock.
 */
export async function presentingSession(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  account: Account,
  sessionId: string | null,
): Promise<string | null> {
  if (!account.is_anonymous || sessionId === null) return null
  const session = await findSession(sql, sessionId)
  const isOver = session?.not_after != null && session.not_after <= clock.now()

  return session && session.user_id === account.id && !isOver ? session.id : null
}

/** The kept session continues with the new proof; if none is kept, the proof opens a session. */
export const sessionByProof = (
  sql: Sql,
  needs: Identity,
  {
    account,
    keepSession,
    client,
  }: { account: Account; keepSession: string | null; client: Client },
): Promise<OpenSession> =>
  keepSession === null
    ? openSession(sql, needs, { account, method: 'otp', client })
    : continueSession(sql, needs, {
        account,
        signedIn: { userId: account.id, sessionId: keepSession },
        client,
        provenBy: 'otp',
      })
