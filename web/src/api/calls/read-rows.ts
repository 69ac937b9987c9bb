import type { Database } from '@app/contract/rows'
import { CodedError } from '#api/errors/coded-error.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

// The data API without its client, which is four kilobytes, for what the first screen and visitors' pages read.

type Schema = Database['public']

/** Columns, filters and order, each as the data API spells it. */
type Query = { select: string } & Record<string, string>

/** A table, or a function that only reads. */
type Source = keyof Schema['Tables'] | `rpc/${keyof Schema['Functions']}`

/** Where rows are, below the address of the API. */
export function rowsAddress(source: Source, query: Query): string {
  const parameters = { ...query, select: query.select.replaceAll(' ', '') }

  return `/rest/v1/${source}?${new URLSearchParams(parameters)}`
}

/** Rows of a table, or of a function that only reads. */
export async function readRows<Row>(address: string): Promise<Row[]> {
  return (await ask(address)) as Row[]
}

/** Calls a function of the database. */
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

/** Any call of the data API; null without content. */
export const askRows = (address: string, init: RequestInit = {}): Promise<unknown> => {
  const headers = new Headers(init.headers)
  if (init.body) headers.set('content-type', 'application/json')

  return ask(`/rest/v1/${address}`, { ...init, headers })
}

async function ask(address: string, init?: RequestInit): Promise<unknown> {
  const answer = await authorizedFetch(readConfigScript().apiUrl + address, init)
  if (answer.ok) return JSON.parse((await answer.text()) || 'null')

  // A proxy may answer with a page instead of JSON.
  const { code, message } = Object(await answer.json().catch(() => null)) as Record<string, unknown>
  throw new CodedError(String(code ?? ''), String(message ?? ''))
}
