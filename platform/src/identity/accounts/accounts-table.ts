import { languageOf } from '@app/contract/languages'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'

export type AccountRow = Omit<Account, 'language'> & { language: string | null }

/** An unverified factor is abandoned after this time without a challenge. */
const IS_LIVE = `(factor.status = 'verified'
  or greatest(factor.created_at, factor.last_challenged_at) >= ops.now() - interval '5 minutes')`

/** All columns of an `Account` in one statement; `account` must be an alias of auth.users. */
export const ACCOUNT_COLUMNS = `
  account.id, coalesce(account.aud, '') as aud, coalesce(account.role, '') as role,
  account.email, account.phone, account.encrypted_password, account.pending_encrypted_password,
  account.has_unverified_credentials,
  account.email_confirmed_at, account.phone_confirmed_at, account.confirmed_at, account.invited_at,
  account.confirmation_sent_at, account.recovery_sent_at,
  account.email_change, account.email_change_sent_at,
  coalesce(account.email_change_confirm_status, 0) as email_change_confirm_status,
  account.phone_change, account.phone_change_sent_at, account.reauthentication_sent_at,
  account.last_sign_in_at, account.banned_until, account.deleted_at,
  coalesce(account.created_at, 'epoch') as created_at,
  coalesce(account.updated_at, 'epoch') as updated_at,
  coalesce(account.raw_app_meta_data, '{}') as raw_app_meta_data,
  coalesce(account.raw_user_meta_data, '{}') as raw_user_meta_data,
  account.is_sso_user, account.is_anonymous,
  coalesce((
    select jsonb_agg(to_jsonb(identity) order by identity.created_at, identity.id)
      from auth.identities as identity
     where identity.user_id = account.id
  ), '[]') as identities,
  coalesce((
    select jsonb_agg(to_jsonb(factor) - 'secret_sealed' order by factor.created_at, factor.id)
      from auth.mfa_factors as factor
     where factor.user_id = account.id and ${IS_LIVE}
  ), '[]') as factors,
  auth.account_language(account.id) as language`

const BY = {
  id: 'account.id = $1',
  email: 'account.email = $1 and not account.is_sso_user',
  phone: 'account.phone = $1',
  phone_change: 'account.phone_change = $1',
} as const

export type FindBy = keyof typeof BY

export async function findAccount(sql: Sql, by: FindBy, value: string): Promise<Account | null> {
  const { rows } = await sql.query<AccountRow>(`select ${ACCOUNT_COLUMNS} ${accountBy(by)}`, [
    value,
  ])

  return rows[0] ? asAccount(rows[0]) : null
}

/**
 * Locks the account until the transaction ends. Read in a second statement, because the first's snapshot from before the lock has outdated
 * factors and identities.
 */
export async function lockAccount(sql: Sql, by: FindBy, value: string): Promise<Account | null> {
  const { rows } = await sql.query<{ id: string }>(
    `select account.id ${accountBy(by)} for update`,
    [value],
  )

  return rows[0] ? findAccount(sql, 'id', rows[0].id) : null
}

const accountBy = (by: FindBy) => `
    from auth.users as account
   where ${BY[by]} and account.deleted_at is null
   limit 1`

/**
 * Accounts with a pending change from or to this address: the address's own account first, then the newest requests. Sorted by id, the
 * order of locking.
 */
export async function listChanging(sql: Sql, email: string, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id
       from (select id, email from auth.users
              where email_change <> '' and (email = $1 or email_change = $1)
                and not is_sso_user and deleted_at is null
              order by email is distinct from $1, email_change_sent_at desc nulls last
              limit $2) as changing
      order by id`,
    [email, most],
  )

  return rows.map(({ id }) => id)
}

export const asAccount = <Found extends AccountRow>(row: Found): Found & Account => ({
  ...row,
  language: languageOf(row.language),
})
