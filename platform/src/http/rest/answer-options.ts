import { findFunction } from '#data-api/plan/find-function.ts'
import { noTable } from '#data-api/plan/schema-errors.ts'
import { readParameters } from '#data-api/query-string/parameters.ts'
import { parseQuery } from '#data-api/query-string/parse-query.ts'
import type { Table, World } from '#data-api/schema-cache/schema.ts'
import type { Resource } from './action.ts'
import { argumentNamesOf } from './prepare-call.ts'
import type { Answer } from './rest-request.ts'

/** Which methods a resource takes. */
export function answerOptions(world: World, resource: Resource, queryString: string): Answer {
  return {
    status: 200,
    headers: [['allow', allowed(world, resource, queryString)]],
    body: null,
  }
}

function allowed(world: World, resource: Resource, queryString: string): string {
  switch (resource.kind) {
    case 'root':
      return 'OPTIONS,GET,HEAD'
    case 'relation': {
      const table = world.tables.get(resource.name)
      if (!table) throw noTable(world, resource.name)
      return allowedOn(table)
    }
    case 'function': {
      const query = parseQuery(readParameters(queryString), { hasArguments: true })
      const argumentNames = argumentNamesOf(undefined, query)
      const { volatility } = findFunction(world, {
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
