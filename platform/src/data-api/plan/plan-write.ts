import { putNeedsKeyFilters } from '#data-api/errors/request-errors.ts'
import type { Filter, Query } from '#data-api/query-string/query.ts'
import type { Payload } from '#data-api/request/payload.ts'
import type { Preferences } from '#data-api/request/preferences.ts'
import type { Column, Table } from '#data-api/schema-cache/schema.ts'
import type { Condition, ReadPlan } from './read-plan.ts'
import { planCondition } from './resolve-field.ts'
import { returningFor } from './returning.ts'
import { noColumn } from './schema-errors.ts'
import type { DeletePlan, InsertPlan, UpdatePlan, WritePlan } from './write-plan.ts'

export type Mutation = 'insert' | 'update' | 'delete' | 'put'

type JsonPayload = Extract<Payload, { kind: 'json' }>

type Wanted = {
  table: Table
  query: Query
  preferences: Preferences
  /** What is read from the written rows afterwards. */
  reading: ReadPlan
}

export function planInsert(wanted: Wanted, payload: JsonPayload): InsertPlan {
  const { table, query, preferences } = wanted
  const columns = query.onConflict ?? table.primaryKey
  const { resolution } = preferences
  const isUpsert = resolution !== undefined && columns.length > 0

  return {
    kind: 'insert',
    table,
    columns: columnsOf(table, query.columns ?? payload.keys),
    payload,
    appliesDefaults: preferences.missing === 'default',
    conflict: isUpsert
      ? { columns, resolution: resolution === 'merge-duplicates' ? 'merge' : 'ignore' }
      : undefined,
    mustMatch: [],
    returning: returning(wanted),
  }
}

export function planUpdate(wanted: Wanted, payload: JsonPayload): UpdatePlan {
  const { table, query, preferences } = wanted

  return {
    kind: 'update',
    table,
    columns: columnsOf(table, query.columns ?? payload.keys),
    payload,
    appliesDefaults: preferences.missing === 'default',
    where: ownConditions(table, query),
    returning: returning(wanted),
  }
}

export function planDelete(wanted: Wanted): DeletePlan {
  const { table, query } = wanted

  return {
    kind: 'delete',
    table,
    where: ownConditions(table, query),
    returning: returning(wanted),
  }
}

/** PUT writes exactly the row whose primary key the query string names. */
export function planPut(wanted: Wanted, payload: JsonPayload): WritePlan {
  const { table, query } = wanted
  const filters = query.filters.map(({ what }) => what)
  const named = new Set(filters.map(({ field }) => field.name))
  const isWholeKey =
    named.size > 0 &&
    named.size === table.primaryKey.length &&
    table.primaryKey.every((column) => named.has(column))

  if (query.logic.length > 0 || !isWholeKey || !filters.every(isPlainEquality)) {
    throw putNeedsKeyFilters()
  }
  return {
    kind: 'insert',
    table,
    columns: columnsOf(table, payload.keys),
    payload,
    appliesDefaults: false,
    conflict: { columns: table.primaryKey, resolution: 'merge' },
    mustMatch: ownConditions(table, query),
    returning: returning(wanted),
  }
}

const isPlainEquality = ({ field, isNegated, operation }: Filter): boolean =>
  field.path.length === 0 &&
  !isNegated &&
  operation.kind === 'compare' &&
  operation.operator === '=' &&
  operation.quantifier === undefined

/** Only top-level conditions select the rows to change. */
function ownConditions(table: Table, query: Query): Condition[] {
  const filters = query.filters
    .filter(({ path }) => path.length === 0)
    .map(({ what }) => ({ kind: 'filter' as const, filter: what }))
  const logic = query.logic.filter(({ path }) => path.length === 0).map(({ what }) => what)

  return [...filters, ...logic].map((tree) => planCondition(table, [], tree))
}

/** Sorted, so that bodies with a different key order share one statement. */
function columnsOf(table: Table, names: readonly string[]): Column[] {
  return [...new Set(names)].sort().map((name) => {
    const column = table.columns.get(name)
    if (!column) throw noColumn(table.name, name)
    return column
  })
}

const returning = ({ table, preferences, reading }: Wanted): string[] =>
  preferences.return === 'representation' || preferences.return === 'headers-only'
    ? returningFor(reading, table.primaryKey)
    : []
