import type { ExposedSchema } from '#data-api/schema-cache/schema.ts'
import { tableDefinition } from './definitions.ts'
import { sharedParameters } from './parameters.ts'
import { functionPath, rootPath, tablePath } from './paths.ts'
import type { Swagger } from './swagger.ts'

const MEDIA = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

/** The relations and functions that a caller may use. */
export type Reachable = { tables: ReadonlySet<string>; functions: ReadonlySet<string> }

type Place = { host: string; basePath: string; scheme: string }

/** Describes a schema as an OpenAPI document, limited to what the caller may use. */
export function describeSchema(
  exposed: ExposedSchema,
  reachable: Reachable,
  place: Place,
): Swagger {
  const tables = [...exposed.tables.values()].filter(({ name }) => reachable.tables.has(name))
  const routines = [...exposed.functions.values()]
    .flatMap(([first]) => (first ? [first] : []))
    .filter(({ name }) => reachable.functions.has(name))
  const [title = '', ...description] = (exposed.description ?? '').split('\n')

  return {
    swagger: '2.0',
    info: {
      title: title || 'PostgREST API',
      description: description.join('\n').replace(/^\n+/, '') || 'Tables and functions over HTTP',
      version: '16.1',
    },
    host: place.host,
    basePath: place.basePath,
    schemes: [place.scheme],
    consumes: MEDIA,
    produces: MEDIA,
    paths: {
      '/': rootPath,
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table)])),
      ...Object.fromEntries(routines.map((one) => [`/rpc/${one.name}`, functionPath(one)])),
    },
    definitions: Object.fromEntries(
      tables.map((table) => [table.name, tableDefinition(exposed, table)]),
    ),
    parameters: sharedParameters(tables),
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/v16/references/api.html',
    },
  }
}
