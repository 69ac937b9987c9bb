import { quoteName } from '#data-api/quoting/identifiers.ts'
import type { Sql } from '#db/database.ts'

/** Tables of a hosted project that this platform has with other columns: their rows are taken as texts first. */
const STAGED = new Set([
  'auth.users',
  'auth.identities',
  'auth.mfa_factors',
  'storage.buckets',
  'storage.objects',
  'supabase_migrations.schema_migrations',
])

export const isStaged = (table: string): boolean => STAGED.has(table)

/** Temporary tables of texts, with the columns that the dump names. */
export class StagedTables {
  readonly #sql: Sql
  readonly #columns = new Map<string, string[]>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The quoted name of a table's temporary one. */
  async open(table: string, columns: readonly string[]): Promise<string> {
    const name = nameOf(table)
    const known = this.#columns.get(table)
    if (!known) {
      const list = columns.map((column) => `${quoteName(column)} text`).join(', ')
      await this.#sql.query(`create temporary table ${name} (${list}) on commit drop`)
    }
    const added = columns.filter((column) => known && !known.includes(column))
    for (const column of added) {
      await this.#sql.query(`alter table ${name} add column ${quoteName(column)} text`)
    }
    this.#columns.set(table, [...(known ?? columns), ...added])

    return name
  }

  /** The temporary table and its columns, where the dump has rows of a table. */
  of(table: string): { name: string; columns: readonly string[] } | null {
    const columns = this.#columns.get(table)

    return columns ? { name: nameOf(table), columns } : null
  }

  async empty(): Promise<void> {
    for (const table of this.#columns.keys()) await this.#sql.query(`truncate ${nameOf(table)}`)
  }
}

const nameOf = (table: string) => `pg_temp.${quoteName(`staged_${table.replace('.', '_')}`)}`
