import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { insertIdentity } from '#identity/accounts/identities-table.ts'
import { updateProviders } from '#identity/accounts/update-providers.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { identityData } from './identity-data.ts'

type Needs = Pick<Identity, 'clock' | 'hooks'>

/** Adds an identity to the account. */
export async function attachIdentity(
  sql: Sql,
  needs: Needs,
  { id }: Account,
  profile: ProviderProfile,
): Promise<Account> {
  await insertIdentity(sql, needs.clock.now(), {
    userId: id,
    provider: profile.provider,
    providerId: profile.subject,
    data: identityData(profile),
  })
  if (profile.avatarUrl !== null) await needs.hooks.avatarOffered(sql, id)
  return updateProviders(sql, needs, id)
}

/** Merges the provider's profile into the user's metadata. */
export async function mergeProfile(
  sql: Sql,
  { clock }: Needs,
  { id, raw_user_meta_data }: Account,
  profile: ProviderProfile,
): Promise<Account> {
  await updateUser(sql, id, clock.now(), {
    raw_user_meta_data: { ...raw_user_meta_data, ...identityData(profile) },
  })
  return loadAccount(sql, id)
}
