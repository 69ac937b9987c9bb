/** The syntaxes of PostgreSQL's patterns; text after `***=` or `(?q)` is literal. */
export type Syntax = {
  name: 'advanced' | 'extended' | 'basic' | 'literal'
  /** Blanks and comments are ignored. */
  isExpanded: boolean
  /** The pattern without its prefixes and options. */
  rest: string
}

const DIRECTOR = /^\*\*\*([=:])/
const OPTIONS = /^\(\?([a-zA-Z]+)\)/
const NAMES: Record<string, Syntax['name']> = { b: 'basic', e: 'extended', q: 'literal' }

/** Follows `prefixes` in PostgreSQL's regc_lex.c. */
export function syntaxOf(pattern: string): Syntax {
  const director = DIRECTOR.exec(pattern)
  const behind = pattern.slice(director?.[0].length ?? 0)
  if (director?.[1] === '=') return { name: 'literal', isExpanded: false, rest: behind }
  const [all = '', flags = ''] = OPTIONS.exec(behind) ?? []
  // The last flag is used.
  const chosen = [...flags].findLast((flag) => flag in NAMES) ?? ''

  return {
    name: NAMES[chosen] ?? 'advanced',
    isExpanded: flags.includes('x'),
    rest: behind.slice(all.length),
  }
}
