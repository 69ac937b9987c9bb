import type { Sql } from './database.ts'

/** False when somebody else holds it: nobody waits inside of a transaction. */
export async function tryLockName(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await sql.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [name],
  )

  return rows[0]?.locked === true
}

/** Whoever names the same thing waits, until this transaction ends. */
export async function lockName(sql: Sql, name: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
