const COLUMNS = ['project_name', 'github_repo_name', 'github_repo_owner']

/** Specification, section 5: what people type is found anywhere in the name, the repository or its owner, in either case. */
export function searchFilter(words: string): string {
  const pattern = `"*${quoted(literal(words))}*"`

  return COLUMNS.map((column) => `${column}.ilike.${pattern}`).join(',')
}

/**
 * Signs that mean something in a pattern stand for themselves. The data API takes every star for a wildcard, so a
 * star can only be looked for as "any one character".
 */
const literal = (words: string) => words.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')

/** Between quotes commas and parentheses are harmless; only these two are not. */
const quoted = (pattern: string) => pattern.replace(/["\\]/g, '\\$&')
