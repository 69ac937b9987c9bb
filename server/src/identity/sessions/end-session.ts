import { theServer } from '#db/database.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { sessionOfTokenGone } from './errors.ts'
import { deleteSessionOf } from './sessions-table.ts'

/** Signs somebody out in one place of his own, wherever he asks from. One that is gone already is as good. */
export async function endSession(
  needs: Pick<Identity, 'db' | 'clock'>,
  userId: string,
  sessionId: string,
  client: Client,
): Promise<void> {
  await needs.db.as(theServer, async (sql) => {
    const account = await findAccount(sql, 'id', userId)
    if (!account) throw sessionOfTokenGone()
    if (!(await deleteSessionOf(sql, userId, sessionId))) return

    const traits = { scope: 'one', session_id: sessionId }
    await record(sql, needs, { action: 'logout', actor: account, client, traits })
  })
}
