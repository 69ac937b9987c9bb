import type { Sql } from '@app/platform/db/database.ts'
import type { Account } from '@app/platform/identity/account.ts'

/** Accounts named in ADMIN_EMAILS become admins at a sign-in after their confirmation, unless banned or deleted. */
export async function promoteAdmin(
  sql: Sql,
  adminEmails: readonly string[],
  { id, email, email_confirmed_at }: Pick<Account, 'id' | 'email' | 'email_confirmed_at'>,
): Promise<void> {
  const isNamed = email !== null && adminEmails.includes(email)
  if (!isNamed || email_confirmed_at === null) return

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
