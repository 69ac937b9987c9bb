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
 * Finds or makes the account of somebody whom a provider knows: by the provider's own name for him,
 * then by an address that the provider vouches for. Nobody comes to an account by an address that
 * is merely said to be his.
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
    // While we waited for the account, he may have come in by another door.
    if (await findOwner(sql, profile)) return resolveAccount(sql, needs, profile, client)
    return { account: await resolveByAddress(sql, needs, account, { profile, client }) }
  }

  // Where every address is believed, an unproven one is still nobody else's.
  const isProven = profile.emailVerified || needs.settings.autoconfirm
  if (!isProven) return { unproven: email }
  if (!(await findAccount(sql, 'email', email))) {
    return { account: await createFromProfile(sql, needs, { profile, email, client }) }
  }
  // Its owner may have come in by another door a moment ago, after we looked for him.
  const isOwned = profile.emailVerified && (await findOwnersOfAddress(sql, email)).length > 0
  return isOwned ? resolveAccount(sql, needs, profile, client) : { unproven: email }
}
