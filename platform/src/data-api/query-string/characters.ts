import { noError, type ParseError } from './parse-error.ts'
import { FAILED, fail, type Parser, type Reader, seq } from './reader.ts'
import { characterAt, shown, shownCharacter } from './shown.ts'

/** Exactly this text. A partial match counts as consumed input, so alternatives need `attempt`. */
export function literal(wanted: string): Parser<string> {
  const expected = [shown(wanted)]

  return (reader) => {
    const { text, at } = reader
    if (text.startsWith(wanted, at)) {
      reader.at = at + wanted.length
      reader.error = noError
      return wanted
    }
    let same = 0
    while (text[at + same] === wanted[same] && at + same < text.length) same += 1
    return fail(reader, { at, met: at + same, refused: [], expected }, same > 0)
  }
}

/** As many matching characters as there are, in one step. `pattern` is sticky; `expected` names a single character. */
export function run(pattern: RegExp, expected: readonly string[] = []): Parser<string> {
  return (reader) => {
    pattern.lastIndex = reader.at
    const found = pattern.exec(reader.text)?.[0] ?? ''
    reader.at += found.length
    reader.error = errorHere(reader, expected)
    return found
  }
}

/** The same, with at least one character. */
export function run1(pattern: RegExp, expected: readonly string[] = []): Parser<string> {
  const any = run(pattern, expected)

  return (reader) => {
    const found = any(reader)
    return found === '' ? fail(reader, reader.error) : found
  }
}

/** Lookahead: succeeds where the parser would, and consumes nothing. */
export function ahead<T>(parser: Parser<T>): Parser<T> {
  return (reader) => {
    const start = reader.at
    const value = parser(reader)
    if (value !== FAILED) {
      reader.at = start
      reader.error = noError
    }
    return value
  }
}

export function notBefore(parser: Parser<string>): Parser<void> {
  return (reader) => {
    const start = reader.at
    const value = parser(reader)
    if (value !== FAILED) {
      const refused = [shownCharacter(value)]
      const error = { at: reader.at, met: undefined, refused, expected: [] }
      reader.at = start
      return fail(reader, error)
    }
    reader.at = start
    return undefined
  }
}

/** The end of the text. */
export const end: Parser<void> = (reader) => {
  const { text, at } = reader
  if (at >= text.length) {
    reader.error = noError
    return undefined
  }
  const refused = [shownCharacter(characterAt(text, at))]
  return fail(reader, { at, met: undefined, refused, expected: ['end of input'] })
}

const blanks = run(/[ \t]*/y)

/** Ignores surrounding blanks. */
export const lexeme = <T>(parser: Parser<T>): Parser<T> =>
  seq([blanks, parser, blanks], (_, value) => value)

const errorHere = ({ at }: Reader, expected: readonly string[]): ParseError => ({
  at,
  met: at,
  refused: [],
  expected,
})
