import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import { deleteSessionOf } from '#identity/sessions/sessions-table.ts'

/** Signs a member out in one place of their own, wherever they ask from. One that is gone already is as good. */
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
