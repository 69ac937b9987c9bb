import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Returned } from './claim-state.ts'

/** The provider, or the person there, said no. */
export async function recordDenial(
  needs: Identity,
  { provider }: Returned,
  client: Client,
): Promise<void> {
  const traits = { provider: provider.name, refused: 'by_provider' }

  await needs.db.as(theServer, (sql) =>
    record(sql, needs, { action: 'login', actor: {}, client, traits }),
  )
}
