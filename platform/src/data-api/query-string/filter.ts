import { lexeme, literal, notBefore, run, run1 } from './characters.ts'
import { refuseCostlyPattern, refuseCostlyPatterns } from './costly-patterns.ts'
import { delimiter, identifier, quoted } from './names.ts'
import { patternOperator, quantifiedOperator, searchOperator, simpleOperator } from './operators.ts'
import type { Filter, IsValue, Operation, Quantifier } from './query.ts'
import {
  always,
  attempt,
  between,
  either,
  FAILED,
  fail,
  maybe,
  named,
  type Parser,
  type Reader,
  separated1,
  seq,
} from './reader.ts'

export type Operating = Pick<Filter, 'isNegated' | 'operation'>

/** `[not.]operator.value`; the context decides where a value ends. */
export function operating(value: Parser<string>): Parser<Operating> {
  return seq([isNegated, operationOn(value)], (negated, operation) => ({
    isNegated: negated,
    operation,
  }))
}

/** A value that extends to the end of its parameter. */
export const wholeValue: Parser<string> = run(/[\s\S]*/y)

const isNegated = either<boolean>(
  attempt(seq([literal('not'), delimiter], () => true)),
  always(false),
)

const operationOn = (value: Parser<string>): Parser<Operation> =>
  named(
    'operator (eq, gt, ...)',
    either<Operation>(
      inList,
      is,
      seq([word('isdistinct'), value], (_, distinct) => ({
        kind: 'compare',
        operator: 'is distinct from',
        quantifier: undefined,
        value: distinct,
      })),
      attempt(search(value)),
      attempt(simple(value)),
      attempt(quantified('compare', quantifiedOperator, value)),
      attempt(quantified('like', patternOperator, value)),
    ),
  )

const word = (name: string) => attempt(seq([literal(name), delimiter], () => name))

const simple = (value: Parser<string>): Parser<Operation> =>
  seq([simpleOperator, delimiter, value], (operator, _, operand) => ({
    kind: 'compare',
    operator,
    quantifier: undefined,
    value: operand,
  }))

const quantifier = maybe(
  attempt(
    between(
      literal('('),
      literal(')'),
      either<Quantifier>(
        attempt(seq([literal('any')], () => 'any' as const)),
        seq([literal('all')], () => 'all' as const),
      ),
    ),
  ),
)

const quantified = (
  kind: 'compare' | 'like',
  operator: Parser<string>,
  value: Parser<string>,
): Parser<Operation> =>
  seq([operator, quantifier, delimiter, value], (by, many, _, operand) => {
    if (by === '~' || by === '~*') {
      if (many === undefined) refuseCostlyPattern(operand)
      else refuseCostlyPatterns(operand)
    }

    return { kind, operator: by, quantifier: many, value: operand }
  })

const language = maybe(attempt(between(literal('('), literal(')'), identifier)))

const search = (value: Parser<string>): Parser<Operation> =>
  seq([searchOperator, language, delimiter, value], (query, lang, _, words) => ({
    kind: 'search',
    query,
    language: lang,
    value: words,
  }))

const listElement = either(
  attempt(seq([quoted, notBefore(run1(/[^,)]/y))], (text) => text)),
  run(/[^,)]*/y),
)

const lastElements = separated1(listElement, literal(','))

/** The grammar parses the last element, so that error messages come from the grammar. */
const listElements: Parser<string[]> = (reader) => {
  const values: string[] = []
  for (;;) {
    takeListed(reader, values)
    const start = reader.at
    const value = listElement(reader)
    if (value === FAILED || reader.text[reader.at] !== ',') {
      reader.at = start
      break
    }
    values.push(value)
    reader.at += 1
  }
  const last = lastElements(reader)
  if (last === FAILED) return FAILED
  for (const value of last) values.push(value)
  return values
}

const inList: Parser<Operation> = seq(
  [
    word('in'),
    seq([lexeme(literal('(')), listElements, lexeme(literal(')'))], (_, values) => values),
  ],
  (_, values) => ({ kind: 'in', values }),
)

const IS_VALUES: Record<string, IsValue> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

const isValue: Parser<IsValue> = named(
  'isVal: (null, not_null, true, false, unknown)',
  attempt((reader) => {
    const start = reader.at
    const text = run1(/[a-z_]+/iy)(reader)
    const value = text === FAILED ? undefined : IS_VALUES[text.toLowerCase()]
    if (value !== undefined) return value

    return fail(reader, { at: start, met: start, refused: [], expected: [] })
  }),
)

const is: Parser<Operation> = seq([word('is'), isValue], (_, value) => ({ kind: 'is', value }))

const QUOTE = '"'

/**
 * Fast path for list elements followed by a comma: unquoted, or quoted without escapes. The full grammar would take 0.1 s for the longest
 * list.
 */
function takeListed(reader: Reader, values: string[]): void {
  const { text } = reader

  for (;;) {
    const { at } = reader
    const isQuoted = text[at] === QUOTE
    const from = isQuoted ? at + 1 : at
    const to = text.indexOf(isQuoted ? QUOTE : ',', from)
    const comma = isQuoted ? to + 1 : to
    if (to === -1 || text[comma] !== ',') return

    const value = text.slice(from, to)
    if (value.includes(isQuoted ? '\\' : ')')) return
    values.push(value)
    reader.at = comma + 1
  }
}
