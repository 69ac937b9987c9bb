import { isUtf8 } from 'node:buffer'
import { bodyNotUsable } from '#data-api/errors/request-errors.ts'
import type { BodyType } from '#data-api/plan/find-function.ts'
import { readParameters } from '#data-api/query-string/parameters.ts'
import type { Payload } from '#data-api/request/payload.ts'
import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'
import { csvRows } from './csv-rows.ts'
import { jsonExcess, MOST_VALUES } from './json-excess.ts'
import { type MediaType, mimeOf } from './media-types.ts'

export type ReadOptions = {
  isCall: boolean
  /** The query string names the columns, so the body is not parsed. */
  columns: readonly string[] | undefined
}

/** Converts the body to the form that the database receives. */
export function readBody(body: Buffer, type: MediaType, { isCall, columns }: ReadOptions): Payload {
  switch (type.kind) {
    case 'json':
      return readJson(textOf(body), isCall, columns)
    case 'csv':
      return fromCsv(textOf(body))
    case 'form': {
      const args = formFields(textOf(body))
      return isCall ? { kind: 'form', args } : jsonPayload(JSON.stringify(Object.fromEntries(args)))
    }
    case 'text':
    case 'xml':
      if (isCall) return { kind: 'raw', text: textOf(body) }
      break
    case 'binary':
      // Bytes are sent as text, in PostgreSQL's hex format.
      if (isCall) return { kind: 'raw', text: `\\x${body.toString('hex')}` }
  }
  throw bodyNotUsable(`Content-Type not acceptable: ${echo(mimeOf(type))}`)
}

/** Invalid UTF-8 would be stored differently from what was sent. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw bodyNotUsable('The body is not UTF-8')

  return body.toString('utf8')
}

export const bodyTypeOf = ({ kind }: MediaType): BodyType =>
  kind === 'json' || kind === 'text' || kind === 'xml' || kind === 'binary' ? kind : 'other'

function readJson(text: string, isCall: boolean, columns: readonly string[] | undefined): Payload {
  const excess = jsonExcess(text)
  if (excess === 'depth') throw bodyNotUsable('The body is nested too deeply')
  if (excess === 'values' && !columns) throw tooManyValues()
  if (columns) return { kind: 'json', text, isObject: /^\s*\{/.test(text), keys: columns }

  return jsonPayload(text === '' && isCall ? '{}' : text)
}

/** No table or function has as many, so further keys could not match either. */
const MOST_KEYS = 2000

/** The text is forwarded, because parsing would lose digits of large numbers. */
function jsonPayload(text: string): Payload {
  const value = parseJson(text)
  if (Array.isArray(value)) return { kind: 'json', text, isObject: false, keys: sharedKeys(value) }
  if (isObject(value)) {
    return { kind: 'json', text, isObject: true, keys: Object.keys(value).slice(0, MOST_KEYS) }
  }

  return { kind: 'json', text: '[]', isObject: false, keys: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bodyNotUsable('Empty or invalid json')
  }
}

function sharedKeys(rows: readonly unknown[]): string[] {
  const [first] = rows
  if (first === undefined) return []
  if (!isObject(first)) throw keysDiffer()
  const keys = Object.keys(first)
  const isAlike = (row: unknown) =>
    isObject(row) &&
    Object.keys(row).length === keys.length &&
    keys.every((key) => Object.hasOwn(row, key))

  if (!rows.every(isAlike)) throw keysDiffer()
  return keys.slice(0, MOST_KEYS)
}

const keysDiffer = () => bodyNotUsable('All object keys must match')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `NULL` is null; everything else is text for the column's type. */
function fromCsv(text: string): Payload {
  const all = csvRows(text, MOST_VALUES)
  if (all === 'too_many') throw tooManyValues()
  const [header, ...lines] = all ?? []
  if (!header) throw bodyNotUsable('Empty or invalid csv')
  if (lines.some((line) => line.length !== header.length)) {
    throw bodyNotUsable('All lines must have same number of fields')
  }
  const rows = lines.map((line) =>
    Object.fromEntries(header.map((name, i) => [name, line[i] === 'NULL' ? null : line[i]])),
  )

  return {
    kind: 'json',
    text: JSON.stringify(rows),
    isObject: false,
    keys: rows.length > 0 ? header.slice(0, MOST_KEYS) : [],
  }
}

/** Fields become parameters of a statement, and PostgreSQL accepts at most 65,535. */
const MOST_FIELDS = 20_000

function formFields(text: string): [string, string][] {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1
    if (fields > MOST_FIELDS) throw tooManyValues(MOST_FIELDS)
  }
  return readParameters(text).map(([name, value]) => [name, value ?? ''])
}

const tooManyValues = (most = MOST_VALUES) =>
  new AppError(
    'body_too_large',
    413,
    `The body holds more than ${most} values. Send it in several requests`,
  )
