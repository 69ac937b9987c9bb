import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { mergeIdentityData } from '#identity/accounts/identities-table.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteTokensOf } from '#identity/one-time/one-time-tokens-table.ts'

/**
 * The only function that confirms an account, after a proof of its address or by an admin. Callers first remove the credentials that the
 * proof does not cover (unverified-credentials.ts).
 */
export async function confirmAccount(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  account: Account,
  address: 'email' | 'phone',
): Promise<Account> {
  const now = clock.now()
  const verified = { [`${address}_verified`]: true }

  await updateUser(sql, account.id, now, {
    [`${address}_confirmed_at`]: now,
    raw_user_meta_data: { ...account.raw_user_meta_data, ...verified },
    is_anonymous: false,
    has_unverified_credentials: false,
  })
  // Codes that were sent before the confirmation become invalid.
  await deleteTokensOf(sql, account.id)
  await mergeIdentityData(sql, now, { userId: account.id, provider: address, data: verified })
  return loadAccount(sql, account.id)
}
