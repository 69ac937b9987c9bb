import type { Sql } from './database.ts'

/** Whoever names the same thing waits, until this transaction ends. */
export async function lockName(sql: Sql, name: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
