import type { Sql } from '@app/platform/db/database.ts'
import type { Account } from '@app/platform/identity/account.ts'

/** Accounts named in ADMIN_EMAILS become admins at the first sign-in after their confirmation. */
export async function promoteAdmin(
  sql: Sql,
  adminEmails: readonly string[],
  { id, email, email_confirmed_at }: Account,
): Promise<void> {
  const isNamed = email !== null && adminEmails.includes(email)
  if (!isNamed || email_confirmed_at === null) return

  await sql.query(`update public.users set role = 'admin' where id = $1 and role <> 'admin'`, [id])
}
