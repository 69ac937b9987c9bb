import { literal } from './characters.ts'
import { attempt, either, type Parser, seq } from './reader.ts'

/** Operators that take a plain value, by their name in a query. */
const SIMPLE = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

/** Operators that also take `(any)` and `(all)`. A longer name comes before a name that is its prefix. */
const QUANTIFIED = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  match: '~',
  imatch: '~*',
}

const PATTERNS = { like: 'like', ilike: 'ilike' }

const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const oneOf = (operators: Record<string, string>): Parser<string> =>
  either(
    ...Object.entries(operators).map(([name, sql]) => attempt(seq([literal(name)], () => sql))),
  )

export const simpleOperator = oneOf(SIMPLE)
export const quantifiedOperator = oneOf(QUANTIFIED)
export const patternOperator = oneOf(PATTERNS)
export const searchOperator = oneOf(SEARCHES)
