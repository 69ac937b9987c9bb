import { end } from './characters.ts'
import { type Operating, operating, wholeValue } from './filter.ts'
import { logicBranch, logicPath } from './logic.ts'
import { refuseManyParts } from './many-parts.ts'
import { nameList, treePath } from './names.ts'
import { orderTerms } from './order.ts'
import type { Parameter } from './parameters.ts'
import { parseText, tryParse } from './parse-text.ts'
import type { At, Filter, LogicTree, OrderTerm, Query } from './query.ts'
import { type Parser, seq } from './reader.ts'
import { selectList } from './select.ts'
import { readWindows } from './windows.ts'

type Given = readonly [name: string, value: string]

type Options = {
  /** A function called by GET: parameters that are no filters are arguments. */
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

type Sorted = Record<'order' | 'limit' | 'offset' | 'logic' | 'rest', Given[]>

/** By the last part of the name, since the parts before it name an embed. */
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

function parseFilters(given: readonly Given[], hasArguments: boolean) {
  const filters: At<Filter>[] = []
  const args: Given[] = []

  for (const [name, value] of given) {
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

function parseOrder([name, value]: Given): At<OrderTerm[]> {
  const { path } = parseText(treePath, 'tree path', name)

  return { path, what: parseText(orderTerms, 'order', value) }
}

function parseLogic([name, value]: Given): At<LogicTree> {
  const { path, beginning } = parseText(logicPath, 'logic path', name)

  return { path, what: parseText(logicBranch, 'logic tree', beginning + value, value) }
}
