import type { Sql } from './database.ts'

/**
 * Runs a part of a caller's transaction as the server, then as the caller again. Jobs and mails belong to the server, even if a member's
 * own change causes them.
 */
export async function asServerRole<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql.query<{ role: string }>(BECOME_SERVER)
  const role = rows[0]?.role ?? SERVER

  try {
    return await work()
  } finally {
    // After a failed statement this fails too, and the transaction ends in any case.
    if (role !== SERVER) await sql.query(BECOME, [role]).catch(() => {})
  }
}

const SERVER = 'none'
const BECOME = `select set_config('role', $1, true)`
const BECOME_SERVER = `
  with before as materialized (select current_setting('role') as role)
  select role, set_config('role', '${SERVER}', true) from before`
