import { type Sql, theServer } from '#db/database.ts'
import { isCustomProvider } from '#identity/custom-provider.ts'
import type { Identity } from '#identity/identity.ts'
import { unsupportedProvider } from '#identity/oauth/errors.ts'
import type { SignInProvider } from '#outside/sign-in-provider.ts'
import { openClientSecret } from './client-secret.ts'
import { findCustomProvider, holdCustomProvider } from './providers-table.ts'

/** A configured provider, or an enabled one that an admin added. */
export async function findSignInProvider(
  needs: Pick<Identity, 'db' | 'keyring' | 'providers' | 'openCustomProvider'>,
  name: string,
): Promise<SignInProvider | null> {
  const configured = [...needs.providers.values()].find((one) => one.name === name)
  if (configured || !isCustomProvider(name)) return configured ?? null

  const row = await needs.db.as(theServer, (sql) => findCustomProvider(sql, name))
  if (!row?.enabled) return null
  return needs.openCustomProvider({
    name,
    issuer: row.issuer,
    clientIds: [row.client_id, ...row.acceptable_client_ids],
    clientSecret: openClientSecret(needs, row),
    scopes: row.scopes,
    parameters: row.authorization_params,
  })
}

/** In the transaction that completes a sign-in: an admin may have disabled the provider while the user was there. */
export async function requireStillEnabled(
  sql: Sql,
  provider: Pick<SignInProvider, 'name' | 'issuer'>,
): Promise<void> {
  if (!isCustomProvider(provider.name) || (await holdCustomProvider(sql, provider))) return

  throw unsupportedProvider('provider is not enabled')
}
