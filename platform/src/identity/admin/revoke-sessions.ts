import { theServer } from '#db/database.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { record } from '#identity/audit/record.ts'
import { theOperator } from '#identity/client.ts'
import { userNotFound } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { deleteSessionsOf } from '#identity/sessions/sessions-table.ts'

/** Ends all sessions of a user; returns their number. */
export async function revokeSessions(
  needs: Pick<Identity, 'db' | 'clock'>,
  email: string,
): Promise<number> {
  return needs.db.as(theServer, async (sql) => {
    const account = await lockAccount(sql, 'email', email.toLowerCase())
    if (!account) throw userNotFound()

    const count = await deleteSessionsOf(sql, account.id)
    await deleteFlowsOf(sql, account.id)
    await record(sql, needs, {
      action: 'logout',
      actor: { email: 'operator' },
      client: theOperator,
      traits: { user_id: account.id, scope: 'global', count },
    })
    return count
  })
}
