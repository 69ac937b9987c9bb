import { findFunction } from '#data-api/plan/find-function.ts'
import { noTable } from '#data-api/plan/schema-errors.ts'
import { readParameters } from '#data-api/query-string/parameters.ts'
import { parseQuery } from '#data-api/query-string/parse-query.ts'
import type { ExposedSchema, Table } from '#data-api/schema-cache/schema.ts'
import type { Resource } from './action.ts'
import { argumentNamesOf } from './prepare-call.ts'
import type { Answer } from './rest-request.ts'

/** The methods of a resource. */
export function answerOptions(
  exposed: ExposedSchema,
  resource: Resource,
  queryString: string,
): Answer {
  return {
    status: 200,
    headers: [['allow', allowed(exposed, resource, queryString)]],
    body: null,
  }
}

function allowed(exposed: ExposedSchema, resource: Resource, queryString: string): string {
  switch (resource.kind) {
    case 'root':
      return 'OPTIONS,GET,HEAD'
    case 'relation': {
      const table = exposed.tables.get(resource.name)
      if (!table) throw noTable(exposed, resource.name)
      return allowedOn(table)
    }
    case 'function': {
      const query = parseQuery(readParameters(queryString), { hasArguments: true })
      const argumentNames = argumentNamesOf(undefined, query)
      const { volatility } = findFunction(exposed, {
        name: resource.name,
        argumentNames,
        body: undefined,
      })
      return volatility === 'volatile' ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
    }
  }
}

const allowedOn = ({ canInsert, canUpdate, canDelete, primaryKey }: Table): string =>
  [
    'OPTIONS,GET,HEAD',
    canInsert && 'POST',
    canInsert && canUpdate && primaryKey.length > 0 && 'PUT',
    canUpdate && 'PATCH',
    canDelete && 'DELETE',
  ]
    .filter(Boolean)
    .join(',')
