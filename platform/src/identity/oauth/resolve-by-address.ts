import type { Sql } from '#db/database.ts'
import { type Account, isBanned, isConfirmed } from '#identity/account.ts'
import { clearCredentials } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { attachIdentity, mergeProfile } from './attach-identity.ts'
import { notifyOwner } from './notify-owner.ts'

type Input = { profile: ProviderProfile; client: Client }

/** Links the identity to the account that has the same address, which the provider has verified. */
export async function resolveByAddress(
  sql: Sql,
  needs: Identity,
  account: Account,
  { profile, client }: Input,
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
