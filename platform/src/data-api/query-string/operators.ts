import { literal } from './characters.ts'
import { attempt, either, type Parser, seq } from './reader.ts'

/** What takes a plain value, by the name it has in a query. */
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

/** What also takes `(any)` and `(all)`. The longer of two names that begin alike comes first. */
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
