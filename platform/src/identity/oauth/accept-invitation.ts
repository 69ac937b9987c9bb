import type { Sql } from '#db/database.ts'
import { isBanned, isConfirmed } from '#identity/account.ts'
import { clearCredentials } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { findProof } from '#identity/one-time/find-proof.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity, mergeProfile } from './attach-identity.ts'
import {
  alreadyLinked,
  invitationNotFound,
  invitedAddressMismatch,
  linkedElsewhere,
} from './errors.ts'
import { findOwner } from './provider-identities-table.ts'
import type { ResolvedAccount } from './resolve-known-identity.ts'

/** Accepts an invitation with a provider's account, whose verified address must be the invited one. */
export async function acceptInvitation(
  sql: Sql,
  needs: Identity,
  tokenHash: string,
  profile: ProviderProfile,
  client: Client,
): Promise<ResolvedAccount> {
  const proof = await findProof(sql, needs, ['confirmation_token'], [tokenHash])
  if (!proof || isConfirmed(proof.account)) throw invitationNotFound()
  const { account } = proof
  if (isBanned(account, needs.clock.now())) throw userBanned(403)

  const email = profile.email?.toLowerCase()
  if (!email || !profile.emailVerified || email !== account.email) throw invitedAddressMismatch()
  const ownerId = await findOwner(sql, profile)
  if (ownerId) throw ownerId === account.id ? alreadyLinked() : linkedElsewhere()

  const cleared = await clearCredentials(sql, needs, account, profile)
  const attached = await attachIdentity(sql, needs, cleared, profile)
  await record(sql, needs, {
    action: 'invite_accepted',
    actor: account,
    client,
    traits: { provider: profile.provider },
  })
  const known = await mergeProfile(sql, needs, attached, profile)
  return { account: await confirmAccount(sql, needs, known, 'email') }
}
