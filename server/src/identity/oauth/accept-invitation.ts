import type { Sql } from '#db/database.ts'
import { isConfirmed } from '#identity/accounts/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { confirmAccount } from '#identity/accounts/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { isAlive } from '#identity/one-time/match-code.ts'
import { lockTokenByHash } from '#identity/one-time/one-time-tokens-table.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import type { Admission } from './admit-known.ts'
import { attachIdentity, learnFrom } from './attach-identity.ts'
import {
  alreadyLinked,
  invitationNotFound,
  invitedSomebodyElse,
  linkedElsewhere,
} from './errors.ts'
import { expelStrangers } from './expel-strangers.ts'
import { findOwner } from './provider-identities-table.ts'

/** Somebody who was invited comes with a provider's account; it must be the invited address's. */
export async function acceptInvitation(
  sql: Sql,
  needs: Identity,
  tokenHash: string,
  profile: ProviderProfile,
  client: Client,
): Promise<Admission> {
  const token = await lockTokenByHash(sql, ['confirmation_token'], tokenHash)
  const account = token && (await lockAccount(sql, 'id', token.user_id))
  if (!account || isConfirmed(account) || !isAlive(needs, token)) throw invitationNotFound()

  const email = profile.email?.toLowerCase()
  if (!email || !profile.emailVerified || email !== account.email) throw invitedSomebodyElse()
  const ownerId = await findOwner(sql, profile)
  if (ownerId) throw ownerId === account.id ? alreadyLinked() : linkedElsewhere()

  const cleared = await expelStrangers(sql, needs, account, { profile, email })
  const attached = await attachIdentity(sql, needs, cleared, profile)
  await record(sql, needs, {
    action: 'invite_accepted',
    actor: account,
    client,
    traits: { provider: profile.provider },
  })
  const known = await learnFrom(sql, needs, attached, profile)
  return { account: await confirmAccount(sql, needs, known, 'email') }
}
