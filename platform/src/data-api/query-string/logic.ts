import { lexeme, literal, notBefore, run, run1 } from './characters.ts'
import { operating } from './filter.ts'
import { delimiter, field, fieldName, quoted } from './names.ts'
import type { LogicTree } from './query.ts'
import {
  always,
  attempt,
  either,
  later,
  named,
  oneDeeper,
  type Parser,
  separated1,
  seq,
} from './reader.ts'

/** Inside a tree a value ends at a comma or parenthesis, unless it is quoted or an array. */
const value: Parser<string> = either(
  attempt(seq([quoted, notBefore(run1(/[^,)]/y))], (text) => text)),
  attempt(
    seq([literal('{'), run(/[^{}]*/y), literal('}')], (open, inner, close) => open + inner + close),
  ),
  run(/[^,)]*/y),
)

const filter: Parser<LogicTree> = seq([field, delimiter, operating(value)], (what, _, by) => ({
  kind: 'filter',
  filter: { field: what, ...by },
}))

const isNegated = named(
  'negation operator (not)',
  either<boolean>(attempt(seq([literal('not'), delimiter], () => true)), always(false)),
)

const operator = named(
  'logic operator (and, or)',
  either<'and' | 'or'>(
    attempt(seq([literal('and')], () => 'and' as const)),
    seq([literal('or')], () => 'or' as const),
  ),
)

/** The beginning of a parameter; text after the last parenthesis is ignored. */
export const logicBranch: Parser<LogicTree> = seq(
  [
    isNegated,
    operator,
    lexeme(literal('(')),
    oneDeeper(
      separated1(
        later(() => logicTree),
        lexeme(literal(',')),
      ),
    ),
    lexeme(literal(')')),
  ],
  (negated, kind, _, parts) => ({ kind, isNegated: negated, parts }),
)

const logicTree: Parser<LogicTree> = either(attempt(filter), logicBranch)

/** `a.b.not.or`: the path of embeds, and the start of the tree. */
export const logicPath: Parser<{ path: string[]; beginning: string }> = seq(
  [separated1(fieldName, delimiter)],
  (names) => {
    const operatorName = names.at(-1) ?? ''

    return {
      path: names.slice(0, -1).filter((name) => name !== 'not'),
      beginning: names.includes('not') ? `not.${operatorName}` : operatorName,
    }
  },
)
