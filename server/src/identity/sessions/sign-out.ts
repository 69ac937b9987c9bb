import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Member } from './identify.ts'
import { deleteSession, deleteSessionsOf } from './sessions-table.ts'

export type SignOutScope = 'global' | 'local' | 'others'

/** Ends this session, all of a person's sessions, or all but this one. */
export async function signOut(
  needs: Pick<Identity, 'db' | 'clock'>,
  { account, session }: Member,
  scope: SignOutScope,
  client: Client,
): Promise<void> {
  await needs.db.as(theServer, async (sql) => {
    if (scope === 'global' || !session) await deleteSessionsOf(sql, account.id)
    else if (scope === 'local') await deleteSession(sql, session.id)
    else await deleteSessionsOf(sql, account.id, { except: session.id })

    await record(sql, needs, { action: 'logout', actor: account, client, traits: { scope } })
  })
}
