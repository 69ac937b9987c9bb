import { literalPattern } from './data-api.ts'

/** `repository` is `owner/name`. */
const COLUMNS = ['name', 'repository', 'description', 'owner_name']

/** Specification, section 5: any part of the name, the repository or its owner, in either case; and of what else is shown. */
export function searchFilter(words: string): string {
  const pattern = quotedPattern(words, '*')

  return COLUMNS.map((column) => `${column}.ilike.${pattern}`).join(',')
}

/** For `ilike` within a list of conditions. Commas and parentheses are harmless between quotes; these two are not. */
export const quotedPattern = (words: string, around = ''): string =>
  `"${around}${literalPattern(words).replace(/["\\]/g, '\\$&')}${around}"`
