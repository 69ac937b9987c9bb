import { ahead, end, lexeme, literal, notBefore } from './characters.ts'
import { field, fieldName, identifier } from './names.ts'
import { noError } from './parse-error.ts'
import type { Aggregate, SelectEmbed, SelectField, SelectItem } from './query.ts'
import {
  attempt,
  between,
  either,
  type FAILED,
  fail,
  later,
  maybe,
  oneDeeper,
  type Parser,
  type Reader,
  separated,
  separated1,
  seq,
} from './reader.ts'

// `::` of a cast is not the `:` of an alias.
const alias = maybe(
  attempt(seq([fieldName, literal(':'), notBefore(literal(':'))], (name) => name)),
)

type EmbedWord = { join?: 'left' | 'inner'; hint?: string }

const embedWord: Parser<EmbedWord> = seq(
  [
    literal('!'),
    either<EmbedWord>(
      attempt(seq([literal('left')], () => ({ join: 'left' as const }))),
      attempt(seq([literal('inner')], () => ({ join: 'inner' as const }))),
      attempt(seq([fieldName], (hint) => ({ hint }))),
    ),
  ],
  (_, word) => word,
)

const embedWords = seq([maybe(embedWord), maybe(embedWord)], (first, second) => ({
  hint: first?.hint ?? second?.hint,
  join: first?.join ?? second?.join,
}))

type EmbedHead = Omit<SelectEmbed, 'select'>

const spreadHead: Parser<EmbedHead> = lexeme(
  seq([literal('...'), fieldName, embedWords, attempt(ahead(literal('(')))], (_, name, words) => ({
    kind: 'embed',
    name,
    alias: undefined,
    isSpread: true,
    ...words,
  })),
)

const embedHead: Parser<EmbedHead> = lexeme(
  seq([alias, embedName, embedWords, attempt(ahead(literal('(')))], (as, name, words) => ({
    kind: 'embed',
    name,
    alias: as,
    isSpread: false,
    ...words,
  })),
)

const itemEnd = either<unknown>(attempt(ahead(literal(')'))), attempt(ahead(literal(','))), end)

const cast = maybe(seq([literal('::'), identifier], (_, type) => type))

const star: Parser<SelectField> = attempt(seq([literal('*'), itemEnd], () => plainField('*')))

const countAll: Parser<SelectField> = attempt(
  seq([alias, literal('count()'), cast, itemEnd], (as, _, aggregateCast) => ({
    ...plainField('*'),
    alias: as,
    aggregate: 'count' as const,
    aggregateCast,
  })),
)

const aggregateName = either<Aggregate>(
  seq([literal('sum')], () => 'sum' as const),
  seq([literal('avg')], () => 'avg' as const),
  seq([literal('count')], () => 'count' as const),
  attempt(seq([literal('max')], () => 'max' as const)),
  attempt(seq([literal('min')], () => 'min' as const)),
)

const aggregate = maybe(
  attempt(seq([literal('.'), aggregateName, literal('()')], (_, name) => name)),
)

const anyField: Parser<SelectField> = seq(
  [alias, field, cast, aggregate, cast, itemEnd],
  (as, what, castTo, by, aggregateCast) => ({
    kind: 'field',
    field: what,
    alias: as,
    cast: castTo,
    aggregate: by,
    aggregateCast,
  }),
)

const selectField = lexeme(either(star, countAll, anyField))

const embedOf = (head: Parser<EmbedHead>): Parser<SelectItem> =>
  seq(
    [attempt(head), between(literal('('), literal(')'), oneDeeper(later(() => items)))],
    (embed, select) => ({ ...embed, select }),
  )

const item: Parser<SelectItem> = either<SelectItem>(
  plainName,
  embedOf(spreadHead),
  embedOf(embedHead),
  selectField,
)

const items: Parser<SelectItem[]> = separated(item, lexeme(literal(',')))

/** As in PostgREST, text after the last item is ignored. */
export const selectList = separated1(item, lexeme(literal(',')))

/** `count` before a parenthesis is the aggregate, never a relation. */
function embedName(reader: Reader): string | typeof FAILED {
  const name = fieldName(reader)

  return name === 'count' ? fail(reader, noError, true) : name
}

/** Most items are plain columns, which one regular expression matches. */
function plainName(reader: Reader): SelectField | typeof FAILED {
  PLAIN.lastIndex = reader.at
  const name = PLAIN.exec(reader.text)?.[0]
  if (name === undefined) return fail(reader, noError)

  reader.at += name.length
  reader.error = noError
  return plainField(name)
}

const PLAIN = /[a-z0-9_]+(?=[,)])/y

const plainField = (name: string): SelectField => ({
  kind: 'field',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
})
