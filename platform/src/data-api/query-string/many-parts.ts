import { queryNotParsed } from '#data-api/errors/request-errors.ts'
import type { Parameter } from './parameters.ts'

/**
 * Reading, planning and wording so many takes as long as a request may keep the event loop. Gateways refuse longer
 * addresses before.
 */
export const MOST_PARTS = 2000

/** Each begins another item, condition, embed or step. */
const SEPARATORS = /[,(>]/g
/** A dash joins the words of a name, and costs a fraction of the others. */
const DASHES_OF_A_PART = 8
/** The values of a list are read in one piece. */
const PLAIN_LIST = /\.in\.\([^"()]*\)/g
const HAS_PARTS = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|and|or)$/

/** Values of filters are no parts, however long they are. */
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
