import { notImplemented } from '#data-api/errors/request-errors.ts'
import { hasBackReference, mayHaveBackReference } from './back-references.ts'
import { hasNestedLookaround, mayHaveNestedLookaround } from './lookarounds.ts'
import { hasNestedCounts } from './nested-counts.ts'

/**
 * Three constructs keep PostgreSQL busy for minutes or hours: back-references, nested lookarounds and nested counts. The statement timeout
 * stops other slow patterns.
 */
export function refuseCostlyPattern(pattern: string): void {
  if (hasBackReference(pattern)) throw backReferences()
  if (hasNestedLookaround(pattern)) throw nestedLookarounds()
  if (hasNestedCounts(pattern)) throw nestedCounts()
}

/** The same for an array literal, whose elements lose one level of backslashes. */
export function refuseCostlyPatterns(list: string): void {
  const elements = list.replace(/\\([\s\S])/g, '$1')

  if (mayHaveBackReference(elements)) throw backReferences()
  if (mayHaveNestedLookaround(elements)) throw nestedLookarounds()
  if (hasNestedCounts(elements)) throw nestedCounts()
}

const backReferences = () =>
  notImplemented('Back-references in the patterns of match and imatch are not supported')

const nestedLookarounds = () =>
  notImplemented('Nested lookarounds in the patterns of match and imatch are not supported')

const nestedCounts = () =>
  notImplemented('Counts inside counts in the patterns of match and imatch are not supported')
