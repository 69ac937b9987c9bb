import { operatorNotForEmbeds } from '#data-api/errors/request-errors.ts'
import type { Field, Filter, LogicTree, SelectField } from '#data-api/query-string/query.ts'
import type { Table } from '#data-api/schema-cache/schema.ts'
import type { Condition, Embed, PlannedField, ResolvedField } from './read-plan.ts'

/** Resolves a field by the type of its column. An unknown column may be a computed one. */
export function resolveField(
  table: Table | undefined,
  field: Field,
  isSearch = false,
): ResolvedField {
  const column = table?.columns.get(field.name)
  const isJson = column?.type === 'json' || column?.type === 'jsonb'

  return {
    ...field,
    needsJson: field.path.length > 0 && !isJson,
    needsVector: isSearch && column !== undefined && column.baseType !== 'tsvector',
    parse: field.path.length === 0 ? column?.representation.fromText : undefined,
  }
}

/** A path into json is named after its last key, else after its column. */
function planField(table: Table | undefined, item: SelectField): PlannedField {
  const { field, alias, cast, aggregate, aggregateCast } = item
  const lastKey = field.path.findLast(({ isIndex }) => !isIndex)?.key
  const byPath =
    field.path.length > 0 && aggregate === undefined ? (lastKey ?? field.name) : undefined
  const isPlain = field.path.length === 0 && aggregate === undefined
  const format = isPlain ? table?.columns.get(field.name)?.representation.toJson : undefined

  return {
    field: resolveField(table, field),
    alias: alias ?? byPath ?? (format && field.name),
    cast,
    aggregate,
    aggregateCast,
    format,
  }
}

/** `*` is expanded where some columns are formatted. */
export function planFields(
  table: Table | undefined,
  items: readonly SelectField[],
): PlannedField[] {
  if (!table?.isFormatted) return items.map((item) => planField(table, item))
  const names = [...table.columns.keys()]

  return items.flatMap((item) =>
    item.field.name === '*' && item.aggregate === undefined
      ? names.map((name) => planField(table, { ...item, field: { name, path: [] } }))
      : [planField(table, item)],
  )
}

export function planCondition(
  table: Table | undefined,
  embeds: readonly Embed[],
  tree: LogicTree,
): Condition {
  if (tree.kind !== 'filter') {
    const parts = tree.parts.map((part) => planCondition(table, embeds, part))
    return { kind: tree.kind, isNegated: tree.isNegated, parts }
  }

  return presence(table, embeds, tree.filter) ?? planFilter(table, tree.filter)
}

export function planFilter(table: Table | undefined, filter: Filter): Condition {
  const isSearch = filter.operation.kind === 'search'

  return {
    kind: 'filter',
    filter: { ...filter, field: resolveField(table, filter.field, isSearch) },
  }
}

/** A filter on an embed tests whether the embed has any rows. */
function presence(
  table: Table | undefined,
  embeds: readonly Embed[],
  { field, isNegated, operation }: Filter,
): Condition | null {
  const embed = field.path.length === 0 && embeds.find(({ key }) => key === field.name)
  if (!embed) return null

  const value = operation.kind === 'is' ? operation.value : undefined
  if (value !== 'null' && value !== 'not null') {
    if (table?.columns.has(field.name)) return null
    throw operatorNotForEmbeds(field.name)
  }
  return { kind: 'presence', embed, isPresent: isNegated === (value === 'null') }
}
