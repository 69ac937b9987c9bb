import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import { type Account, isBanned, isConfirmed } from '#identity/account.ts'
import { findAccount, lockAccount } from '#identity/accounts/accounts-table.ts'
import { requireAdmitted } from '#identity/accounts/admit-new-user.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { clearCredentials } from '#identity/accounts/unverified-credentials.ts'
import { insertUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity, mergeProfile } from './attach-identity.ts'
import { emailMissing, severalAccounts } from './errors.ts'
import { identityData } from './identity-data.ts'
import { notifyOwner } from './notify-owner.ts'
import { findOwner, findOwnersOfAddress } from './provider-identities-table.ts'
import { type ResolvedAccount, resolveKnownIdentity } from './resolve-known-identity.ts'

/**
 * Finds or creates the account of a provider's user: by the provider's id, then by a verified address. An unverified address never resolves
 * to an account.
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
    // A concurrent sign-in may have linked the identity during the wait for the lock.
    if (await findOwner(sql, profile)) return resolveAccount(sql, needs, profile, client)
    return { account: await resolveByAddress(sql, needs, account, { profile, client }) }
  }

  // With autoconfirm, an unverified address is accepted for a new account but never for an existing one.
  const isProven = profile.emailVerified || needs.settings.autoconfirm
  if (!isProven) return { unproven: email }
  if (!(await findAccount(sql, 'email', email))) {
    return { account: await createFromProfile(sql, needs, { profile, email, client }) }
  }
  // A concurrent sign-in may have created the account after the first lookup.
  const isOwned = profile.emailVerified && (await findOwnersOfAddress(sql, email)).length > 0
  return isOwned ? resolveAccount(sql, needs, profile, client) : { unproven: email }
}

type NewAccount = { profile: ProviderProfile; email: string; client: Client }

/** Creates an account from the provider's profile. */
async function createFromProfile(
  sql: Sql,
  needs: Identity,
  { profile, email, client }: NewAccount,
): Promise<Account> {
  if (needs.settings.signupDisabled) throw signupsDisabled()
  const id = randomUUID()
  const { provider } = profile
  requireAdmitted(needs, { email, provider, data: identityData(profile) })

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

type SignIn = { profile: ProviderProfile; client: Client }

/** Links the identity to the account with the same address, which the provider has verified. */
async function resolveByAddress(
  sql: Sql,
  needs: Identity,
  account: Account,
  { profile, client }: SignIn,
): Promise<Account> {
  if (isBanned(account, needs.clock.now())) throw userBanned(403)

  const event = {
    action: 'identity_linked',
    actor: account,
    client,
    traits: { provider: profile.provider, provider_id: profile.subject },
  } as const
  await record(sql, needs, event)
  if (isConfirmed(account)) {
    await notifyOwner(sql, needs, account, 'identity_linked', profile.provider)
    return mergeProfile(sql, needs, await attachIdentity(sql, needs, account, profile), profile)
  }
  const cleared = await clearCredentials(sql, needs, account, profile)
  const attached = await attachIdentity(sql, needs, cleared, profile)
  const known = await mergeProfile(sql, needs, attached, profile)
  return confirmAccount(sql, needs, known, 'email')
}
