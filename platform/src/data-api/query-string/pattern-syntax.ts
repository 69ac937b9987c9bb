/** The syntaxes of PostgreSQL's patterns; text after `***=` or `(?q)` is literal. */
export type Syntax = {
  name: 'advanced' | 'extended' | 'basic' | 'literal'
  /** Blanks and comments are ignored. */
  isExpanded: boolean
  /** The pattern without its directors and options. */
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
  const [all = '', letters = ''] = OPTIONS.exec(behind) ?? []
  // The last one counts.
  const chosen = [...letters].findLast((letter) => letter in NAMES) ?? ''

  return {
    name: NAMES[chosen] ?? 'advanced',
    isExpanded: letters.includes('x'),
    rest: behind.slice(all.length),
  }
}
