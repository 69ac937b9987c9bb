import type { Sql } from '#db/database.ts'
import { findAccount, lockAccount } from '#identity/accounts/accounts-table.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { createFromProfile } from './create-from-profile.ts'
import { emailMissing, severalAccounts } from './errors.ts'
import { findOwner, findOwnersOfAddress } from './provider-identities-table.ts'
import { resolveByAddress } from './resolve-by-address.ts'
import { type ResolvedAccount, resolveKnownIdentity } from './resolve-known-identity.ts'

/**
 * Finds or creates the account of a provider's user: by the provider's id, then by an address that the provider has
 * verified. An unverified address never resolves to an account.
 */
export async function resolveAccount(
  sql: Sql,
  needs: Identity,
  profile: ProviderProfile,
  client: Client,
): Promise<ResolvedAccount> {
  const ownerId = await findOwner(sql, profile)
  const owner = ownerId && (await lockAccount(sql, 'id', ownerId))
  if (owner) return resolveKnownIdentity(sql, needs, owner, profile)

  if (!profile.email) throw emailMissing()
  const email = normaliseEmail(profile.email)
  const [candidate, ...others] = profile.emailVerified ? await findOwnersOfAddress(sql, email) : []
  if (others.length > 0) throw severalAccounts()

  const account = candidate && (await lockAccount(sql, 'id', candidate))
  if (account) {
    // While waiting for the lock, a concurrent sign-in may have linked the identity.
    if (await findOwner(sql, profile)) return resolveAccount(sql, needs, profile, client)
    return { account: await resolveByAddress(sql, needs, account, { profile, client }) }
  }

  // With autoconfirm an unverified address is accepted for a new account, never for an existing one.
  const isProven = profile.emailVerified || needs.settings.autoconfirm
  if (!isProven) return { unproven: email }
  if (!(await findAccount(sql, 'email', email))) {
    return { account: await createFromProfile(sql, needs, { profile, email, client }) }
  }
  // A concurrent sign-in may have created the account after the first lookup.
  const isOwned = profile.emailVerified && (await findOwnersOfAddress(sql, email)).length > 0
  return isOwned ? resolveAccount(sql, needs, profile, client) : { unproven: email }
}
