import {
  responseHeadersNotUsable,
  responseStatusNotUsable,
} from '#data-api/errors/request-errors.ts'
import type { Result } from '#data-api/execution/execute.ts'
import type { Profile } from './action.ts'
import { type MediaType, mimeOf } from './media-types.ts'
import type { Answer } from './rest-request.ts'

type Header = Answer['headers'][number]

/** Omits headers without a value. */
export function headersOf(named: Record<string, string | undefined>): Header[] {
  const headers: Header[] = []
  for (const name in named) {
    const value = named[name]
    if (value !== undefined) headers.push([name, value])
  }
  return headers
}

const written = new WeakMap<MediaType, string>()

/** The content-type header of a media type. A prepared request reuses its type object, so each header is built once. */
export function contentType(type: MediaType): string {
  const known = written.get(type)
  if (known !== undefined) return known

  const text = writeContentType(type)
  written.set(type, text)
  return text
}

/** Binary data and unknown types have no charset. */
const writeContentType = (type: MediaType): string =>
  type.kind === 'other' || type.kind === 'binary' ? mimeOf(type) : `${mimeOf(type)}; charset=utf-8`

export const profileHeader = ({ schema, isNamed }: Profile): string | undefined =>
  isNamed ? schema : undefined

/** `first-last/total`; `*` for an empty range or an unknown total. */
export function contentRange(first: bigint, rows: number, total: number | undefined): string {
  const range = rows > 0 && total !== 0 ? `${first}-${first + BigInt(rows) - 1n}` : '*'

  return `${range}/${total ?? '*'}`
}

/** SQL may override status and headers. */
export function withOverrides(answer: Answer, { headers, status }: Result): Answer {
  if (headers === null && status === null) return answer
  const overrides = headers === null ? [] : headersIn(headers)
  const isReplaced = ([name]: Header) => overrides.some(([other]) => other.toLowerCase() === name)

  return {
    ...answer,
    status: status === null ? answer.status : statusIn(status),
    headers: [...answer.headers.filter((header) => !isReplaced(header)), ...overrides],
  }
}

function statusIn(text: string): number {
  const status = Number(text)
  if (!Number.isInteger(status) || status < 200 || status > 599) throw responseStatusNotUsable()

  return status
}

function headersIn(text: string): Header[] {
  const list = parsed(text)
  if (!Array.isArray(list)) throw responseHeadersNotUsable()

  return list.map((entry: unknown) => {
    const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
    const [pair] = pairs
    if (pairs.length !== 1 || !pair || typeof pair[1] !== 'string') throw responseHeadersNotUsable()
    return [pair[0], pair[1]]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw responseHeadersNotUsable()
  }
}
