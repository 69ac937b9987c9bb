import { queryNotParsed } from '#data-api/errors/request-errors.ts'
import { echo } from '#errors/echo.ts'
import { describeError, describePlace } from './parse-error.ts'
import { FAILED, newReader, type Parser } from './reader.ts'

/**
 * Parses one parameter, or refuses it with PostgREST's message. `what` names it; `given` is the client's text, of
 * which `text` may be an extension.
 */
export function parseText<T>(parser: Parser<T>, what: string, text: string, given = text): T {
  const reader = newReader(text)
  const value = parser(reader)
  if (value !== FAILED) return value

  const { error } = reader
  throw queryNotParsed(
    `"failed to parse ${what} (${echo(given)})" ${describePlace(text, error.at)}`,
    describeError(text, error),
  )
}

/** The same, returning undefined where text does not match. */
export function tryParse<T>(parser: Parser<T>, text: string): T | undefined {
  const value = parser(newReader(text))

  return value === FAILED ? undefined : value
}
