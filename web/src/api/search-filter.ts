import { literalPattern } from './data-api.ts'

const COLUMNS = ['project_name', 'github_repo_name', 'github_repo_owner']

/** Specification, section 5: any part of the name, the repository or its owner, in either case. */
export function searchFilter(words: string): string {
  const pattern = `"*${quoted(literalPattern(words))}*"`

  return COLUMNS.map((column) => `${column}.ilike.${pattern}`).join(',')
}

/** Commas and parentheses are harmless between quotes; these two are not. */
const quoted = (pattern: string) => pattern.replace(/["\\]/g, '\\$&')
