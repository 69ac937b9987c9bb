import { echo, echoAll } from '#errors/echo.ts'
import { soonS } from '#errors/retry-soon.ts'
import { RestError } from './rest-error.ts'

/** Requests that cannot be served (PGRST0xx) or parsed (PGRST1xx), with PostgREST's messages, which clients know. */

const retrySoon = () => ({ headers: { 'retry-after': String(soonS()) } })

export const connectionNotMade = () =>
  new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', retrySoon())

export const connectionLost = () =>
  new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', retrySoon())

export const schemaNotRead = () =>
  new RestError(
    503,
    'PGRST002',
    'Could not query the database for the schema cache. Retrying.',
    retrySoon(),
  )

export const poolTimeout = () =>
  new RestError(
    504,
    'PGRST003',
    'Timed out acquiring connection from connection pool.',
    retrySoon(),
  )

/** PostgreSQL's own code for a server that accepts no writes, as after a failover. */
export const serverReadOnly = (message: string) => new RestError(503, '25006', message, retrySoon())

export const queryNotParsed = (message: string, details: string) =>
  new RestError(400, 'PGRST100', message, { details })

export const methodNotForFunctions = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const bodyNotUsable = (message: string) => new RestError(400, 'PGRST102', message)

export const rangeNotSatisfiable = (details: string, headers: Record<string, string> = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })

export const putNeedsKeyFilters = () =>
  new RestError(
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  )

export const schemaNotExposed = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${echo(schema)}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const mediaNotAvailable = (types: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${echoAll(types)}`)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${echo(name)}' is not an embedded resource in this request`, {
    hint: `Verify that '${echo(name)}' is included in the 'select' query parameter.`,
  })

export const responseHeadersNotUsable = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )

export const responseStatusNotUsable = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')

export const putTakesNoWindow = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')

export const putKeysDiffer = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

export const notOneRow = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const methodNotSupported = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${echo(method)}`)

export const orderNeedsToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${echo(target)}' is not possible`, {
    details: `'${echo(origin)}' and '${echo(target)}' do not form a many-to-one or one-to-one relationship`,
  })

export const operatorNotForEmbeds = (target: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${echo(target)}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })

export const preferencesNotKnown = (preferences: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${echoAll(preferences)}`,
  })

export const aggregatesNotAllowed = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const pathNotUsable = () =>
  new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

export const descriptionDisabled = () =>
  new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')

export const notImplemented = (details: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details })

export const maxAffectedNeedsRows = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
