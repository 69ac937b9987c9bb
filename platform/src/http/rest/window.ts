import { putTakesNoWindow, rangeNotSatisfiable } from '#data-api/errors/request-errors.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'

/** The requested rows: `limit` and `offset` within a GET's `Range`. */
export function topWindow(method: string, query: Query, rangeHeader: string | undefined): Window {
  const requested = query.windows.find(({ path }) => path.length === 0)?.what ?? ALL
  if (method === 'PUT' && (requested.limit !== undefined || requested.offset !== 0n))
    throw putTakesNoWindow()

  const range = method === 'GET' ? readRange(rangeHeader) : ALL
  if (range.limit !== undefined && range.limit <= 0n) {
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  if (requested.limit !== undefined && requested.limit < 0n) throw negative()
  if (requested.limit === 0n) return requested

  const window = overlap(requested, range)
  if (window.limit !== undefined && window.limit <= 0n) throw negative()
  return window
}

const ALL: Window = { offset: 0n, limit: undefined }

const negative = () => rangeNotSatisfiable('Limit should be greater than or equal to zero.')

/** `first-last`; other values mean all rows. */
function readRange(header: string | undefined): Window {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined) return ALL
  const offset = BigInt(first)

  return {
    offset,
    limit: last === undefined || last === '' ? undefined : BigInt(last) - offset + 1n,
  }
}

function overlap(a: Window, b: Window): Window {
  const offset = a.offset > b.offset ? a.offset : b.offset
  const ends = [a, b].flatMap((one) => (one.limit === undefined ? [] : [one.offset + one.limit]))
  if (ends.length === 0) return { offset, limit: undefined }

  return { offset, limit: ends.reduce((least, end) => (end < least ? end : least)) - offset }
}
