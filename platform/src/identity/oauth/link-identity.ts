import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { managedBySso } from '#identity/accounts/errors.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { convertAnonymous } from '#identity/addresses/convert-anonymous.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import { sessionOfTokenGone } from '#identity/sessions/errors.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity, mergeProfile } from './attach-identity.ts'
import { alreadyLinked, emailMissing, emailNotProven, linkedElsewhere } from './errors.ts'
import { notifyOwner } from './notify-owner.ts'
import { findOwner } from './provider-identities-table.ts'

/**
 * Links a further identity to the signed-in user's account. The addresses may differ, because the user has proven ownership of both.
 * Refuses an identity that belongs to another account.
 */
export async function linkIdentity(
  sql: Sql,
  needs: Identity,
  owner: SignedIn,
  profile: ProviderProfile,
  client: Client,
): Promise<{ account: Account }> {
  const account = await requireLinkable(sql, needs, owner, profile)
  const { provider, subject } = profile
  await record(sql, needs, {
    action: 'identity_linked',
    actor: account,
    client,
    traits: { provider, provider_id: subject },
  })
  await notifyOwner(sql, needs, account, 'identity_linked', provider)
  const linked = await attachIdentity(sql, needs, account, profile)
  if (!account.is_anonymous) return { account: linked }

  const named = await takeAddress(sql, needs, linked, profile)
  await convertAnonymous(sql, needs, account, { keepSession: owner.sessionId, withPassword: false })
  return { account: named }
}

/**
 * Checked when a link begins and again when it completes: the session is live, at aal2 if the account has a factor. A token without a
 * session is refused, because a link ends with its session.
 */
export async function authoriseLink(sql: Sql, needs: Identity, owner: SignedIn): Promise<Account> {
  const { account, session } = await authoriseAssured(sql, needs, owner)
  if (account.is_sso_user) throw managedBySso()
  if (!session) throw sessionOfTokenGone()

  return account
}

/** Locks and returns the account if the identity can be linked to it. */
export async function requireLinkable(
  sql: Sql,
  needs: Identity,
  owner: SignedIn,
  profile: ProviderProfile,
): Promise<Account> {
  const account = await authoriseLink(sql, needs, owner)
  const ownerId = await findOwner(sql, profile)
  if (ownerId) throw ownerId === account.id ? alreadyLinked() : linkedElsewhere()
  if (account.is_anonymous) await freeAddress(sql, needs, profile)

  return account
}

/** An anonymous account gets the provider's address. */
async function takeAddress(
  sql: Sql,
  needs: Identity,
  account: Account,
  profile: ProviderProfile,
): Promise<Account> {
  const email = await freeAddress(sql, needs, profile)

  await updateUser(sql, account.id, needs.clock.now(), { email })
  return confirmAccount(sql, needs, await mergeProfile(sql, needs, account, profile), 'email')
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
