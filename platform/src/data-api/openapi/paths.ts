import type { Parameter as Argument, Routine, Table } from '#data-api/schema-cache/schema.ts'
import { bodyName, filterName } from './parameters.ts'
import {
  type ObjectSchema,
  type Operation,
  type Parameter,
  type PathItem,
  reference,
  summaryOf,
  typed,
  typeOf,
} from './swagger.ts'

const READING = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']

const ROWS = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
]

export const rootPath: PathItem = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

export function tablePath(table: Table): PathItem {
  const { name, description, columns, canInsert, canUpdate, canDelete } = table
  const shared = { tags: [name], ...summaryOf(description) }
  const filters = [...columns.keys()].map((column) => filterName(name, column))
  const operation = (parameters: string[], responses: Operation['responses']): Operation => ({
    ...shared,
    parameters: parameters.map((one) => reference('parameters', one)),
    responses,
  })
  const rows = { type: 'array', items: reference('definitions', name) }
  const get = operation([...filters, ...READING], {
    200: { description: 'OK', schema: rows },
    206: { description: 'Partial Content' },
  })
  if (!canInsert && !canUpdate && !canDelete) return { get }

  const noContent = { 204: { description: 'No Content' } }
  return {
    get,
    post: operation([bodyName(name), 'select', 'preferPost'], { 201: { description: 'Created' } }),
    patch: operation([...filters, bodyName(name), 'preferReturn'], noContent),
    delete: operation([...filters, 'preferReturn'], noContent),
  }
}

export function functionPath(routine: Routine): PathItem {
  const shared = {
    tags: [`(rpc) ${routine.name}`],
    ...summaryOf(routine.description),
    produces: ROWS,
    responses: { 200: { description: 'OK' } },
  }
  const body: Parameter = { name: 'args', in: 'body', required: true, schema: bodyOf(routine) }

  return {
    get: { ...shared, parameters: routine.parameters.map(queryArgument) },
    post: { ...shared, parameters: [body, reference('parameters', 'preferParams')] },
  }
}

function bodyOf({ description, parameters }: Routine): ObjectSchema {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)

  return {
    type: 'object',
    ...(description !== null && { description }),
    properties: Object.fromEntries(parameters.map(({ name, type }) => [name, typed(type)])),
    ...(required.length > 0 && { required }),
  }
}

/** In a query string an array is text, unless its elements are sent separately. */
function queryArgument({ name, type, isRequired, isVariadic }: Argument): Parameter {
  const shared = { name, required: isRequired, in: 'query' as const }
  if (isVariadic) {
    return { ...shared, type: 'array', collectionFormat: 'multi', items: typed(type.slice(0, -2)) }
  }
  const kind = typeOf(type)

  return { ...shared, format: type, type: kind === undefined || kind === 'array' ? 'string' : kind }
}
