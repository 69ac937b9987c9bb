import type { Sql } from './database.ts'

/** Other transactions that lock the same name wait until this one ends. */
export async function lockName(sql: Sql, name: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
