import { notImplemented } from '#data-api/request-errors.ts'
import { hasBackReference, mayHaveBackReference } from './back-references.ts'
import { hasNestedLookaround, mayHaveNestedLookaround } from './lookarounds.ts'

/**
 * Two things keep PostgreSQL busy for hours on a page of text: back-references, and a lookaround inside another one.
 * What else is slow ends at the statement's limit.
 */
export function refuseCostlyPattern(pattern: string): void {
  if (hasBackReference(pattern)) throw backReferences()
  if (hasNestedLookaround(pattern)) throw nestedLookarounds()
}

/** The same for an array literal, whose elements lose one level of backslashes. */
export function refuseCostlyPatterns(list: string): void {
  const elements = list.replace(/\\([\s\S])/g, '$1')

  if (mayHaveBackReference(elements)) throw backReferences()
  if (mayHaveNestedLookaround(elements)) throw nestedLookarounds()
}

const backReferences = () =>
  notImplemented('Back-references in the patterns of match and imatch are not supported')

const nestedLookarounds = () =>
  notImplemented('Nested lookarounds in the patterns of match and imatch are not supported')
