import type { Sql } from '@app/platform/db/database.ts'
import type { Account } from '@app/platform/identity/account.ts'

type Named = Pick<Account, 'id' | 'email' | 'email_confirmed_at' | 'is_sso_user'>

/** Accounts named in ADMIN_EMAILS become admins at a sign-in after their confirmation, unless banned or deleted. */
export async function promoteAdmin(
  sql: Sql,
  adminEmails: readonly string[],
  { id, email, email_confirmed_at, is_sso_user }: Named,
): Promise<void> {
  const isNamed = email !== null && adminEmails.includes(email)
  // A company's provider vouches for its addresses itself.
  if (!isNamed || email_confirmed_at === null || is_sso_user) return

  await sql.query(
    `update public.users
        set role = 'admin'
      where id = $1 and role <> 'admin' and deleted_at is null
        and exists (select from auth.users as account
                     where account.id = $1 and account.deleted_at is null
                       and (account.banned_until is null or account.banned_until <= ops.now()))`,
    [id],
  )
}

/** Throws if the last admin who can sign in would leave. */
export async function requireAnotherAdmin(sql: Sql, leavingId: string): Promise<void> {
  await sql.query('select app.require_another_admin($1)', [leavingId])
}
