import type { OAuthGrantJson } from '@app/contract/oauth'
import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { authorise, type SignedIn } from '#identity/sessions/authorise.ts'
import { deleteClientSessions } from '#identity/sessions/sessions-table.ts'
import { clientFacts } from './client-json.ts'
import { deleteConsent, listGrantsOf } from './consents-table.ts'
import { consentNotFound } from './errors.ts'

export async function listGrants(
  { db }: Pick<Identity, 'db'>,
  userId: string,
): Promise<OAuthGrantJson[]> {
  const grants = await db.as(theServer, (sql) => listGrantsOf(sql, userId))

  return grants.map((grant) => ({
    client: clientFacts(grant),
    scopes: grant.scopes,
    granted_at: grant.granted_at.toISOString(),
  }))
}

/** Ends the client's sessions too. Needs no second factor: taking access away is safe. */
export async function revokeGrant(
  needs: Pick<Identity, 'db' | 'clock'>,
  signedIn: SignedIn,
  clientId: string,
  client: Client,
): Promise<void> {
  await needs.db.as(theServer, async (sql) => {
    const { account } = await authorise(sql, needs, signedIn)
    if (!(await deleteConsent(sql, account.id, clientId))) throw consentNotFound()

    await deleteClientSessions(sql, clientId, account.id)
    const traits = { client_id: clientId }
    await record(sql, needs, { action: 'oauth_consent_revoked', actor: account, client, traits })
  })
}
