import type { Sql } from '@app/platform/db/database.ts'

/** Locks in the order of ids, like all callers that lock several accounts. */
export async function lockAccounts(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('select from auth.users where id = any ($1) order by id for update', [ids])
}

/** For callers that hold the account's lock and have checked its bans. */
export async function isAdminRole(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.users where id = $1 and role = 'admin' and deleted_at is null`,
    [id],
  )

  return rowCount > 0
}

export async function setRole(sql: Sql, id: string, role: 'admin' | 'member'): Promise<void> {
  await sql.query('update public.users set role = $2 where id = $1', [id, role])
}
