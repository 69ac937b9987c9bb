import { literalPattern } from './data-api.ts'

/** `repository` is `owner/name`. */
const COLUMNS = ['name', 'repository', 'description', 'owner_name']

/** Specification, section 5: matches any part of the name, repository or owner, ignoring case, and other shown texts. */
export function searchFilter(words: string): string {
  const pattern = quotedPattern(words, '*')

  return COLUMNS.map((column) => `${column}.ilike.${pattern}`).join(',')
}

/** Quotes a pattern for `ilike` within a list of conditions. Commas and parentheses are harmless inside quotes, but quotes and backslashes need escaping. */
export const quotedPattern = (words: string, around = ''): string =>
  `"${around}${literalPattern(words).replace(/["\\]/g, '\\$&')}${around}"`
