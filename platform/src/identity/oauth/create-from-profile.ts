import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { insertUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity } from './attach-identity.ts'
import { identityData } from './identity-data.ts'

type Input = { profile: ProviderProfile; email: string; client: Client }

/** Creates an account from the provider's profile. */
export async function createFromProfile(
  sql: Sql,
  needs: Identity,
  { profile, email, client }: Input,
): Promise<Account> {
  if (needs.settings.signupDisabled) throw signupsDisabled()
  const id = randomUUID()
  const { provider } = profile

  await insertUser(sql, id, needs.clock.now(), {
    aud: 'authenticated',
    role: 'authenticated',
    email,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: identityData(profile),
  })
  const created = await attachIdentity(sql, needs, await loadAccount(sql, id), profile)
  await record(sql, needs, {
    action: 'user_signedup',
    actor: created,
    client,
    traits: { provider },
  })
  return confirmAccount(sql, needs, created, 'email')
}
