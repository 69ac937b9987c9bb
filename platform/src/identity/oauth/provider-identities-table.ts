import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import type { IdentityKey } from '#identity/accounts/identities-table.ts'

/** Searches by the provider's id of the user, never by address. */
export async function findOwner(
  sql: Sql,
  { provider, subject }: IdentityKey,
): Promise<string | null> {
  const { rows } = await sql.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )

  return rows[0]?.user_id ?? null
}

/**
 * Accounts that use this address themselves, or in an identity with a verified address. Ignores unverified identities and SSO accounts.
 */
export async function findOwnersOfAddress(sql: Sql, email: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select account.id
       from auth.users as account
      where not account.is_sso_user and account.deleted_at is null
        and (account.email = $1 and (account.email_confirmed_at is not null or account.phone_confirmed_at is null)
             or account.id in (
              select user_id from auth.identities
               where email = $1 and identity_data -> 'email_verified' = 'true'))`,
    [email],
  )

  return rows.map(({ id }) => id)
}

export async function refreshIdentity(
  sql: Sql,
  now: Date,
  { provider, subject }: IdentityKey,
  data: Metadata,
): Promise<void> {
  await sql.query(
    `update auth.identities
        set identity_data = $3, last_sign_in_at = $4, updated_at = $4
      where provider = $1 and provider_id = $2`,
    [provider, subject, JSON.stringify(data), now],
  )
}

export async function deleteIdentity(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.identities where id = $1', [id])
}
