import type { Sql } from '#db/database.ts'
import { type Account, isBanned, isConfirmed } from '#identity/account.ts'
import { clearCredentials } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity, learnFrom } from './attach-identity.ts'
import { tellOwner } from './notify-owner.ts'

type Arrival = { profile: ProviderProfile; client: Client }

/** Somebody who has an account with the same address, for which his provider vouches. */
export async function admitByAddress(
  sql: Sql,
  needs: Identity,
  account: Account,
  { profile, client }: Arrival,
): Promise<Account> {
  if (isBanned(account, needs.clock.now())) throw userBanned(403)

  const happening = {
    action: 'identity_linked',
    actor: account,
    client,
    traits: { provider: profile.provider, provider_id: profile.subject },
  } as const
  await record(sql, needs, happening)
  if (isConfirmed(account)) {
    await tellOwner(sql, needs, account, 'identity_linked', profile.provider)
    return learnFrom(sql, needs, await attachIdentity(sql, needs, account, profile), profile)
  }
  const cleared = await clearCredentials(sql, needs, account, profile)
  const attached = await attachIdentity(sql, needs, cleared, profile)
  const known = await learnFrom(sql, needs, attached, profile)
  return confirmAccount(sql, needs, known, 'email')
}
