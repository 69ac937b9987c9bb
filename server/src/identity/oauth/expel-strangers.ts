import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/accounts/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'
import { deleteOtherIdentities } from './provider-identities-table.ts'

/**
 * Anybody may begin an account with somebody else's address and wait. When the owner of the address
 * comes at last, by a provider that vouches for him, every door is closed that was left open: the
 * password, a phone, other ways to sign in, codes on their way. Only the account's id stays.
 */
export async function expelStrangers(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  account: Account,
  { profile, email }: { profile: ProviderProfile; email: string },
): Promise<Account> {
  await updateUser(sql, account.id, clock.now(), {
    email,
    phone: null,
    encrypted_password: null,
    email_change: '',
    email_change_confirm_status: 0,
    phone_change: '',
    raw_user_meta_data: {},
  })
  await deleteOtherIdentities(sql, account.id, profile)
  for (const table of DOORS) {
    await sql.query(`delete from auth.${table} where user_id = $1`, [account.id])
  }
  return loadAccount(sql, account.id)
}

const DOORS = ['sessions', 'one_time_tokens', 'flow_state', 'mfa_factors', 'known_devices']
