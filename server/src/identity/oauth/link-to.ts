import type { Sql } from '#db/database.ts'
import { type Account, isBanned } from '#identity/accounts/account.ts'
import { findAccount, lockAccount } from '#identity/accounts/accounts-table.ts'
import { confirmAccount } from '#identity/accounts/confirm-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists, userNotFound } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { userBanned } from '#identity/passwords/errors.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity, learnFrom } from './attach-identity.ts'
import { alreadyLinked, emailMissing, emailNotProven, linkedElsewhere } from './errors.ts'
import { findOwner } from './provider-identities-table.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * One more way into an account whose owner is signed in and asked for it. Addresses need not agree:
 * he has shown both. A provider's account that is somebody's already stays with him.
 */
export async function linkTo(
  sql: Sql,
  needs: Identity,
  accountId: string,
  profile: ProviderProfile,
  client: Client,
): Promise<{ account: Account }> {
  const account = await linkable(sql, needs, accountId, profile)
  const { provider, subject } = profile
  await record(sql, needs, {
    action: 'identity_linked',
    actor: account,
    client,
    traits: { provider, provider_id: subject },
  })
  await tellOwner(sql, needs, account, 'identity_linked', provider)
  const linked = await attachIdentity(sql, needs, account, profile)
  return { account: account.is_anonymous ? await named(sql, needs, linked, profile) : linked }
}

/** The account, locked, if this may become a way into it. */
export async function linkable(
  sql: Sql,
  needs: Identity,
  accountId: string,
  profile: ProviderProfile,
): Promise<Account> {
  const account = await lockAccount(sql, 'id', accountId)
  if (!account) throw userNotFound()
  if (isBanned(account, needs.clock.now())) throw userBanned(403)
  const ownerId = await findOwner(sql, profile)
  if (ownerId) throw ownerId === account.id ? alreadyLinked() : linkedElsewhere()
  if (account.is_anonymous) await freeAddress(sql, needs, profile)

  return account
}

/** Somebody who was nobody in particular takes the provider's address for his own. */
async function named(
  sql: Sql,
  needs: Identity,
  account: Account,
  profile: ProviderProfile,
): Promise<Account> {
  const email = await freeAddress(sql, needs, profile)

  await updateUser(sql, account.id, needs.clock.now(), { email })
  return confirmAccount(sql, needs, await learnFrom(sql, needs, account, profile), 'email')
}

async function freeAddress(
  sql: Sql,
  { settings }: Identity,
  { provider, email, emailVerified }: ProviderProfile,
): Promise<string> {
  if (!email) throw emailMissing()
  const address = normaliseEmail(email)
  if (!emailVerified && !settings.autoconfirm) throw emailNotProven(provider)
  if (await findAccount(sql, 'email', address)) throw emailExists()

  return address
}
