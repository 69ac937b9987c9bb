import type { Database } from '@app/contract/rows'
import { CodedError } from '#api/errors/coded-error.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

// Reads the data API without its client, which has four kilobytes, for the first screen and public pages.

type Schema = Database['public']

/** Columns, filters and order, in the data API's syntax. */
type Query = { select: string } & Record<string, string>

/** A table, or a read-only function. */
type Source = keyof Schema['Tables'] | `rpc/${keyof Schema['Functions']}`

/** The URL of rows in the data API. */
export function rowsAddress(source: Source, query: Query): string {
  const parameters = { ...query, select: query.select.replaceAll(' ', '') }

  return `/rest/v1/${source}?${new URLSearchParams(parameters)}`
}

/** Rows of a table, or of a read-only function. */
export async function readRows<Row>(address: string): Promise<Row[]> {
  return (await ask(address)) as Row[]
}

/** Calls a database function. */
export async function callDatabase<Name extends keyof Schema['Functions']>(
  name: Name,
  input: Schema['Functions'][Name]['Args'],
): Promise<Schema['Functions'][Name]['Returns']> {
  return (await ask(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })) as Schema['Functions'][Name]['Returns']
}

/** Sends any call to the data API; null without content. */
export const askRows = (address: string, init: RequestInit = {}): Promise<unknown> => {
  const headers = new Headers(init.headers)
  if (init.body) headers.set('content-type', 'application/json')

  return ask(`/rest/v1/${address}`, { ...init, headers })
}

async function ask(address: string, init?: RequestInit): Promise<unknown> {
  const answer = await authorizedFetch(readConfigScript().apiUrl + address, init)
  if (answer.ok) return JSON.parse((await answer.text()) || 'null')

  // A proxy may answer with an HTML page instead of JSON.
  const { code, message } = Object(await answer.json().catch(() => null)) as Record<string, unknown>
  throw new CodedError(String(code ?? ''), String(message ?? ''))
}
