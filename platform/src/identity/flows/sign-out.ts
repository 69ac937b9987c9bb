import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteSessionlessFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { authorise, authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
} from '#identity/sessions/sessions-table.ts'

export type SignOutScope = 'global' | 'local' | 'others'

/**
 * Ends this session, all sessions of the account, or all except this one. A session without the second factor cannot end sessions with it:
 * a stolen password must not sign out the owner.
 */
export async function signOut(
  needs: Pick<Identity, 'db' | 'clock'>,
  signedIn: SignedIn,
  scope: SignOutScope,
  client: Client,
): Promise<void> {
  await needs.db.as(theServer, async (sql) => {
    const { account, session } = await authorise(sql, needs, signedIn)
    const upTo = session?.aal ?? 'aal1'

    if (session && scope === 'local') await deleteSession(sql, session.id)
    else {
      const except = scope === 'others' ? (session?.id ?? null) : null
      await deleteSessionsOf(sql, account.id, { except, upTo })
      await deleteSessionlessFlowsOf(sql, account.id)
    }
    await record(sql, needs, { action: 'logout', actor: account, client, traits: { scope } })
  })
}

/** Ends one session of the calling member. An already ended session causes no error. */
export async function endSession(
  needs: Pick<Identity, 'db' | 'clock'>,
  signedIn: SignedIn,
  sessionId: string,
  client: Client,
): Promise<void> {
  await needs.db.as(theServer, async (sql) => {
    const { account } = await authoriseAssured(sql, needs, signedIn)
    if (!(await deleteSessionOf(sql, account.id, sessionId))) return

    const traits = { scope: 'one', session_id: sessionId }
    await record(sql, needs, { action: 'logout', actor: account, client, traits })
  })
}
