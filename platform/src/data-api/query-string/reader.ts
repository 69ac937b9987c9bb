import { isError, mergeErrors, noError, type ParseError } from './parse-error.ts'

/** The text being parsed, the position, and the last error. */
export type Reader = {
  readonly text: string
  at: number
  /** Also set after a success, to what else could have followed. */
  error: ParseError
  /** After a failure: whether text was consumed, in which case no alternative is tried. */
  hasConsumed: boolean
  depth: number
}

export const FAILED: unique symbol = Symbol('failed')

/** Returns the parsed value, or FAILED with the reason on the reader. */
export type Parser<T> = (reader: Reader) => T | typeof FAILED

export const newReader = (text: string): Reader => ({
  text,
  at: 0,
  error: noError,
  hasConsumed: false,
  depth: 0,
})

export function fail(reader: Reader, error: ParseError, hasConsumed = false): typeof FAILED {
  reader.error = error
  reader.hasConsumed = hasConsumed
  return FAILED
}

type Values<Parsers extends readonly Parser<unknown>[]> = {
  [Place in keyof Parsers]: Parsers[Place] extends Parser<infer Value> ? Value : never
}

/** Runs parsers in sequence. */
export function seq<const Parsers extends readonly Parser<unknown>[], T>(
  parsers: Parsers,
  build: (...values: Values<Parsers>) => T,
): Parser<T> {
  return (reader) => {
    const start = reader.at
    const values: unknown[] = []
    let error = noError

    for (const parser of parsers) {
      const before = reader.at
      const value = parser(reader)
      if (value === FAILED) {
        const joined = reader.hasConsumed ? reader.error : mergeErrors(error, reader.error)
        return fail(reader, joined, reader.hasConsumed || before > start)
      }
      error = reader.at > before ? reader.error : mergeErrors(error, reader.error)
      values.push(value)
    }
    reader.error = error
    return build(...(values as Values<Parsers>))
  }
}

/** Returns the first success; a parser that fails after consuming text ends the search. */
export function either<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  return (reader) => {
    const start = reader.at
    let error = noError

    for (const parser of parsers) {
      const value = parser(reader)
      if (value !== FAILED) {
        if (reader.at === start) reader.error = mergeErrors(error, reader.error)
        return value
      }
      if (reader.hasConsumed) return FAILED
      reader.at = start
      error = mergeErrors(error, reader.error)
    }
    return fail(reader, error)
  }
}

/** Backtracks on failure, so that an alternative may be tried. */
export function attempt<T>(parser: Parser<T>): Parser<T> {
  return (reader) => {
    const start = reader.at
    const value = parser(reader)
    if (value === FAILED) {
      reader.at = start
      reader.hasConsumed = false
    }
    return value
  }
}

/** Reports one name as expected instead of the details. */
export function named<T>(name: string, parser: Parser<T>): Parser<T> {
  return (reader) => {
    const start = reader.at
    const value = parser(reader)
    const isEmpty = value === FAILED ? !reader.hasConsumed : reader.at === start
    if (isEmpty && (value === FAILED || isError(reader.error))) {
      reader.error = { ...reader.error, expected: [name] }
    }
    return value
  }
}

export function many<T>(parser: Parser<T>): Parser<T[]> {
  return (reader) => {
    const values: T[] = []
    for (;;) {
      const before = reader.at
      const value = parser(reader)
      if (value === FAILED) {
        if (reader.hasConsumed) return FAILED
        reader.at = before
        return values
      }
      values.push(value)
    }
  }
}

export const always =
  <T>(value: T): Parser<T> =>
  (reader) => {
    reader.error = noError
    return value
  }

export const maybe = <T>(parser: Parser<T>): Parser<T | undefined> =>
  either<T | undefined>(parser, always(undefined))

export const separated1 = <T>(parser: Parser<T>, separator: Parser<unknown>): Parser<T[]> =>
  seq([parser, many(seq([separator, parser], (_, value) => value))], (first, rest) => [
    first,
    ...rest,
  ])

export const separated = <T>(parser: Parser<T>, separator: Parser<unknown>): Parser<T[]> =>
  either<T[]>(separated1(parser, separator), always([]))

export const between = <T>(
  open: Parser<unknown>,
  close: Parser<unknown>,
  parser: Parser<T>,
): Parser<T> => seq([open, parser, close], (_, value) => value)

/** For recursive rules, which refer to a parser before it is defined. */
export const later =
  <T>(parser: () => Parser<T>): Parser<T> =>
  (reader) =>
    parser()(reader)

/** Each level becomes a subquery or parenthesis in SQL, and the database's stack is limited. */
const DEEPEST = 50

export function oneDeeper<T>(parser: Parser<T>): Parser<T> {
  return (reader) => {
    if (reader.depth === DEEPEST) {
      const refused = [`nesting of more than ${DEEPEST} levels`]
      return fail(reader, { at: reader.at, met: undefined, refused, expected: [] }, true)
    }
    reader.depth += 1
    const value = parser(reader)
    reader.depth -= 1
    return value
  }
}
