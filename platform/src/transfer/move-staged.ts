import { quoteName } from '#data-api/quoting/identifiers.ts'
import type { Sql } from '#db/database.ts'
import type { StagedTables } from './staged-tables.ts'
import { columnsOf } from './table-columns.ts'

type Changes = {
  /** Columns that keep their default. */
  without?: readonly string[]
  /** Expressions over the staged columns, as texts. */
  values?: Readonly<Record<string, string>>
  /** Columns that only we have, with expressions of their own type. */
  further?: Readonly<Record<string, string>>
  onConflict?: string
}

/** Moves staged rows into our table of the same name, with the columns that both have. Returns their number. */
export async function moveStaged(
  sql: Sql,
  staged: StagedTables,
  table: string,
  { without = [], values = {}, further = {}, onConflict = '' }: Changes = {},
): Promise<number> {
  const source = staged.of(table)
  if (!source) return 0
  const [schema = '', name = ''] = table.split('.')
  const ours = await columnsOf(sql, { schema, name })
  const common = (ours ?? []).filter(
    (column) => source.columns.includes(column.name) && !without.includes(column.name),
  )
  const names = [...common.map((column) => quoteName(column.name)), ...Object.keys(further)]
  const expressions = [
    ...common.map(
      (column) => `(${values[column.name] ?? `staged.${quoteName(column.name)}`})::${column.type}`,
    ),
    ...Object.values(further),
  ]
  const { rowCount } = await sql.query(
    `insert into ${table} (${names.join(', ')})
     select ${expressions.join(', ')} from ${source.name} as staged ${onConflict}`,
  )

  return rowCount
}
