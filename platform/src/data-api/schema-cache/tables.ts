import type { CastRow } from './representations-catalog.ts'
import type { Column, Representation, Table } from './schema.ts'
import type { ColumnRow, TableRow } from './tables-catalog.ts'

type Representations = ReadonlyMap<string, Representation>

/** A relation in the form that planning uses. */
export function tableOf(
  row: TableRow,
  primaryKey: string[],
  representations: Representations,
): Table {
  const columns = (row.columns ?? []).map((column) => columnOf(column, representations))

  return {
    schema: row.schema,
    name: row.name,
    description: row.description,
    isView: row.is_view,
    canUpdate: (row.commands & 4) > 0,
    canInsert: (row.commands & 8) > 0,
    canDelete: (row.commands & 16) > 0,
    primaryKey,
    columns: new Map(columns.map((column) => [column.name, column])),
    isFormatted: columns.some(({ representation }) => representation.toJson),
  }
}

const PLAIN: Representation = {}

const columnOf = (row: ColumnRow, representations: Representations): Column => ({
  name: row.name,
  description: row.description,
  type: row.type,
  baseType: row.base_type,
  maxLength: row.max_length,
  default: row.default,
  isNullable: row.is_nullable,
  enumValues: row.enum_values ?? [],
  representation: representations.get(row.type) ?? PLAIN,
})

const WAYS = { 'to-json': 'toJson', 'from-json': 'fromJson', 'from-text': 'fromText' } as const

export function representationsByType(casts: readonly CastRow[]): Representations {
  const byType = new Map<string, Representation>()
  for (const { domain, kind, schema, name } of casts) {
    byType.set(domain, { ...byType.get(domain), [WAYS[kind]]: { schema, name } })
  }

  return byType
}
