import type { Table } from '#data-api/schema-cache/schema.ts'
import { type Parameter, reference } from './swagger.ts'

const query = (name: string, description: string): Parameter => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})

const header = (name: string, description: string): Parameter => ({
  ...query(name, description),
  in: 'header',
})

const preference = (...choices: string[]): Parameter => ({
  ...header('Prefer', 'Preference'),
  enum: choices,
})

const RETURN = ['return=representation', 'return=minimal', 'return=none']
const RESOLUTION = ['resolution=ignore-duplicates', 'resolution=merge-duplicates']

const SHARED: Record<string, Parameter> = {
  preferParams: preference(),
  preferReturn: preference(...RETURN),
  preferCount: preference('count=none'),
  preferPost: preference(...RETURN, ...RESOLUTION),
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: { ...header('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
}

/** Shared parameters of operations: those of every relation, its columns as filters, and its body. */
export function sharedParameters(tables: readonly Table[]): Record<string, Parameter> {
  return Object.assign({}, SHARED, ...tables.map(parametersOf))
}

function parametersOf({ name, columns }: Table): Record<string, Parameter> {
  const filters = [...columns.values()].map((column): [string, Parameter] => [
    filterName(name, column.name),
    {
      name: column.name,
      required: false,
      in: 'query',
      type: 'string',
      ...(column.description !== null && { description: column.description }),
    },
  ])
  const body: Parameter = {
    name,
    description: name,
    required: false,
    in: 'body',
    schema: reference('definitions', name),
  }

  return { [bodyName(name)]: body, ...Object.fromEntries(filters) }
}

export const filterName = (table: string, column: string) => `rowFilter.${table}.${column}`
export const bodyName = (table: string) => `body.${table}`
