import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'

/** Opens a session for a user whom a provider authenticated. */
export async function createProviderSession(
  sql: Sql,
  needs: Identity,
  account: Account,
  { provider, client }: { provider: string; client: Client },
): Promise<OpenSession> {
  await record(sql, needs, { action: 'login', actor: account, client, traits: { provider } })

  return openSession(sql, needs, { account, method: 'oauth', client })
}
