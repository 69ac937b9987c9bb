import { ahead, end, lexeme, literal } from './characters.ts'
import { delimiter, field, fieldName } from './names.ts'
import type { OrderTerm } from './query.ts'
import { attempt, between, either, maybe, type Parser, separated1, seq } from './reader.ts'

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

export const orderTerms: Parser<OrderTerm[]> = separated1(
  lexeme(either(attempt(related), own)),
  literal(','),
)
