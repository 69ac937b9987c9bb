import type { Sql } from '#db/database.ts'

/**
 * Jobs and mails belong to the server, also those that follow from a member's own change: for the
 * time of the work, the transaction is the server's, then it is the caller's again.
 */
export async function asTheServer<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql.query<{ role: string }>(BECOME_THE_SERVER)
  const role = rows[0]?.role ?? NOBODY_ELSE

  try {
    return await work()
  } finally {
    // After a failed statement this fails too, and the transaction ends anyway.
    if (role !== NOBODY_ELSE) await sql.query(BECOME, [role]).catch(() => {})
  }
}

const NOBODY_ELSE = 'none'
const BECOME = `select set_config('role', $1, true)`
const BECOME_THE_SERVER = `
  with before as materialized (select current_setting('role') as role)
  select role, set_config('role', '${NOBODY_ELSE}', true) from before`
