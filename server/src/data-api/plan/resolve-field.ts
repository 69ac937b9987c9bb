import type { Field, Filter, LogicTree, SelectField } from '#data-api/query-string/query.ts'
import { operatorNotForEmbeds } from '#data-api/request-errors.ts'
import type { Table } from '#data-api/schema-cache/schema.ts'
import type { Condition, Embed, PlannedField, ResolvedField } from './read-plan.ts'

/** What a field needs, by the type of its column. A column we do not know may still be a computed one. */
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
  }
}

/** A path into json is named after its last key, else after its column. */
export function planField(table: Table | undefined, item: SelectField): PlannedField {
  const { field, alias, cast, aggregate, aggregateCast } = item
  const lastKey = field.path.findLast(({ isIndex }) => !isIndex)?.key
  const byPath =
    field.path.length > 0 && aggregate === undefined ? (lastKey ?? field.name) : undefined

  return {
    field: resolveField(table, field),
    alias: alias ?? byPath,
    cast,
    aggregate,
    aggregateCast,
  }
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

/** A filter that names an embed asks whether there is any row in it. */
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
