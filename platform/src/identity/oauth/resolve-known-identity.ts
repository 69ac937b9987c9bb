import type { Sql } from '#db/database.ts'
import { type Account, isBanned, isConfirmed } from '#identity/account.ts'
import { clearCredentials } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { mergeProfile } from './attach-identity.ts'
import { emailMissing } from './errors.ts'
import { identityData } from './identity-data.ts'
import { refreshIdentity } from './provider-identities-table.ts'

/** The account, or the address that the caller has to prove first. */
export type ResolvedAccount = { account: Account } | { unproven: string }

/** Signs in with a known identity and updates the provider's data about the user. */
export async function resolveKnownIdentity(
  sql: Sql,
  needs: Identity,
  account: Account,
  profile: ProviderProfile,
): Promise<ResolvedAccount> {
  const now = needs.clock.now()
  if (isBanned(account, now)) throw userBanned(403)

  const data = identityData(profile)
  if (isConfirmed(account)) {
    await refreshIdentity(sql, now, profile, data)
    return { account: await mergeProfile(sql, needs, account, profile) }
  }

  const email = account.email
  if (!email) throw emailMissing()
  if (!profile.emailVerified || profile.email?.toLowerCase() !== email) return { unproven: email }
  await refreshIdentity(sql, now, profile, data)
  const cleared = await clearCredentials(sql, needs, account, profile)
  const known = await mergeProfile(sql, needs, cleared, profile)
  return { account: await confirmAccount(sql, needs, known, 'email') }
}
