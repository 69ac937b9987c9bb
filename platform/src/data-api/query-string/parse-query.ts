import { queryNotParsed } from '#data-api/errors/request-errors.ts'
import { echo } from '#errors/echo.ts'
import { ahead, end, lexeme, literal } from './characters.ts'
import { type Operating, operating, wholeValue } from './filter.ts'
import { logicBranch, logicPath } from './logic.ts'
import { delimiter, field, fieldName, nameList, treePath } from './names.ts'
import type { Parameter } from './parameters.ts'
import { describeError, describePosition } from './parse-error.ts'
import type { At, Filter, LogicTree, OrderTerm, Query, Window } from './query.ts'
import {
  attempt,
  between,
  either,
  FAILED,
  maybe,
  newReader,
  type Parser,
  separated1,
  seq,
} from './reader.ts'
import { selectList } from './select.ts'

type NamedText = readonly [name: string, value: string]

type Options = {
  /** For a function called by GET: parameters that are not filters are arguments. */
  hasArguments: boolean
}

/** Parses the parameters of a query string, or refuses them with PGRST100. */
export function parseQuery(parameters: readonly Parameter[], { hasArguments }: Options): Query {
  refuseManyParts(parameters)
  const sorted = sortOut(parameters)
  const orders = sorted.order.map(parseOrder)
  const logic = sorted.logic.map(parseLogic)
  const names = (what: string) => parseNames(parameters, what)
  const columns = names('columns')
  const select = parseText(selectList, 'select parameter', firstOf(parameters, 'select') || '*')
  const { filters, args } = parseFilters(sorted.rest, hasArguments)

  return {
    select,
    filters,
    logic,
    orders,
    windows: readWindows(sorted.limit, sorted.offset),
    columns,
    onConflict: names('on_conflict'),
    args,
  }
}

const RESERVED = new Set(['select', 'columns', 'on_conflict'])

type Sorted = Record<'order' | 'limit' | 'offset' | 'logic' | 'rest', NamedText[]>

/** Sorted by the last part of the name, since the parts before it name an embed. */
function sortOut(parameters: readonly Parameter[]): Sorted {
  const sorted: Sorted = { order: [], limit: [], offset: [], logic: [], rest: [] }

  for (const [name, value] of parameters) {
    if (value === undefined || RESERVED.has(name)) continue
    const word = name.slice(name.lastIndexOf('.') + 1)

    if (word === 'and' || word === 'or') sorted.logic.push([name, value])
    else if (word === 'order' || word === 'limit' || word === 'offset')
      sorted[word].push([name, value])
    else sorted.rest.push([name, value])
  }
  return sorted
}

const firstOf = (parameters: readonly Parameter[], wanted: string) =>
  parameters.find(([name]) => name === wanted)?.[1]

function parseNames(parameters: readonly Parameter[], what: string): string[] | undefined {
  const text = firstOf(parameters, what)

  return text === undefined ? undefined : parseText(nameList, `${what} parameter`, text)
}

const filterValue: Parser<Operating> = seq([operating(wholeValue), end], (by) => by)

function parseFilters(parameters: readonly NamedText[], hasArguments: boolean) {
  const filters: At<Filter>[] = []
  const args: NamedText[] = []

  for (const [name, value] of parameters) {
    const by = hasArguments ? tryParse(filterValue, value) : parseText(filterValue, 'filter', value)
    if (by === undefined) {
      args.push([name, value])
      continue
    }
    const { path, field } = parseText(treePath, 'tree path', name)
    filters.push({ path, what: { field, ...by } })
  }
  return { filters, args }
}

function parseOrder([name, value]: NamedText): At<OrderTerm[]> {
  const { path } = parseText(treePath, 'tree path', name)

  return { path, what: parseText(orderTerms, 'order', value) }
}

function parseLogic([name, value]: NamedText): At<LogicTree> {
  const { path, beginning } = parseText(logicPath, 'logic path', name)

  return { path, what: parseText(logicBranch, 'logic tree', beginning + value, value) }
}

/** `limit` and `offset` of every level; the last value is used, and non-numbers are ignored. */
function readWindows(limits: readonly NamedText[], offsets: readonly NamedText[]): At<Window>[] {
  const byPath = new Map<string, Window>()
  const at = (name: string) => {
    const key = name.split('.').slice(0, -1).join('.')
    const window = byPath.get(key) ?? { offset: 0n, limit: undefined }
    byPath.set(key, window)
    return window
  }
  for (const [name, value] of limits) at(name).limit = wholeNumber(value)
  for (const [name, value] of offsets) at(name).offset = wholeNumber(value) ?? 0n

  return [...byPath].map(([path, what]) => ({ path: pathOf(path), what }))
}

const pathOf = (text: string): string[] => {
  if (text === '') return []
  const { path, field } = parseText(treePath, 'tree path', text)

  return [...path, field.name]
}

const wholeNumber = (text: string): bigint | undefined =>
  /^\s*-?\d+\s*$/.test(text) ? BigInt(text.trim()) : undefined

/**
 * Parses one parameter, or refuses it with PostgREST's message. `what` names the parameter; `given` is the client's text, which `text` may
 * extend.
 */
function parseText<T>(parser: Parser<T>, what: string, text: string, given = text): T {
  const reader = newReader(text)
  const value = parser(reader)
  if (value !== FAILED) return value

  const { error } = reader
  throw queryNotParsed(
    `"failed to parse ${what} (${echo(given)})" ${describePosition(text, error.at)}`,
    describeError(text, error),
  )
}

/** The same, but returns undefined if the text does not match. */
function tryParse<T>(parser: Parser<T>, text: string): T | undefined {
  const value = parser(newReader(text))

  return value === FAILED ? undefined : value
}

/**
 * Parsing and planning this many parts takes the longest time that one request may block the event loop. Gateways refuse longer addresses
 * anyway.
 */
const MOST_PARTS = 2000

/** Each separator begins another item, condition, embed or step. */
const SEPARATORS = /[,(>]/g
/** A dash joins the words of a name and costs less than other separators. */
const DASHES_OF_A_PART = 8
/** The values of such a list are parsed in one step. */
const PLAIN_LIST = /\.in\.\([^"()]*\)/g
const HAS_PARTS = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|and|or)$/

/** Values of filters do not count, whatever their length. */
function refuseManyParts(parameters: readonly Parameter[]): void {
  const parts = parameters.reduce(
    (sum, [name, value = '']) =>
      sum + 1 + count(name, /[.>]/g) + (HAS_PARTS.test(name) ? partsOf(value) : 0),
    0,
  )
  if (parts <= MOST_PARTS) return

  throw queryNotParsed(
    '"failed to parse the query string"',
    `It has more than ${MOST_PARTS} parts. Send it in several requests`,
  )
}

function partsOf(value: string): number {
  const left = value.includes('.in.(') ? value.replace(PLAIN_LIST, '') : value

  return count(left, SEPARATORS) + count(left, /-/g) / DASHES_OF_A_PART
}

const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0

const choice = <const Name extends string>(name: Name) =>
  attempt(seq([delimiter, literal(name)], () => name))

const direction = maybe(either<'asc' | 'desc'>(choice('asc'), choice('desc')))

const nulls = maybe(either<'nullsfirst' | 'nullslast'>(choice('nullsfirst'), choice('nullslast')))

const termEnd = either<unknown>(attempt(ahead(literal(','))), attempt(end))

const ordering = seq([direction, nulls, termEnd], (way, where) => ({
  direction: way,
  nulls:
    where === undefined
      ? undefined
      : where === 'nullsfirst'
        ? ('first' as const)
        : ('last' as const),
}))

const related: Parser<OrderTerm> = seq(
  [fieldName, between(literal('('), literal(')'), field), ordering],
  (relation, what, how) => ({ relation, field: what, ...how }),
)

const own: Parser<OrderTerm> = seq([field, ordering], (what, how) => ({
  relation: undefined,
  field: what,
  ...how,
}))

const orderTerms: Parser<OrderTerm[]> = separated1(
  lexeme(either(attempt(related), own)),
  literal(','),
)
