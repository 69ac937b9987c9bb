import { queryNotParsed } from '#data-api/errors/request-errors.ts'
import type { Parameter } from './parameters.ts'

/**
 * Parsing and planning this many parts takes the longest time that one request may block the event loop. Gateways refuse longer addresses
 * anyway.
 */
export const MOST_PARTS = 2000

/** Each separator begins another item, condition, embed or step. */
const SEPARATORS = /[,(>]/g
/** A dash joins the words of a name and costs less than other separators. */
const DASHES_OF_A_PART = 8
/** The values of such a list are parsed in one step. */
const PLAIN_LIST = /\.in\.\([^"()]*\)/g
const HAS_PARTS = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|and|or)$/

/** Values of filters do not count, whatever their length. */
export function refuseManyParts(parameters: readonly Parameter[]): void {
  const parts = parameters.reduce(
    (sum, [name, value = '']) =>
      sum + 1 + count(name, /[.>]/g) + (HAS_PARTS.test(name) ? partsOf(value) : 0),
    0,
  )
  if (parts <= MOST_PARTS) return

  throw queryNotParsed(
    '"failed to parse the query string"',
    `It has more than ${MOST_PARTS} parts. Send it in several requests`,
  )
}

function partsOf(value: string): number {
  const left = value.includes('.in.(') ? value.replace(PLAIN_LIST, '') : value

  return count(left, SEPARATORS) + count(left, /-/g) / DASHES_OF_A_PART
}

const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0
