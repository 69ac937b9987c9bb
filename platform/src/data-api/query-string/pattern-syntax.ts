/** The syntaxes of PostgreSQL's patterns; what follows `***=` or `(?q)` is plain text. */
export type Syntax = {
  name: 'advanced' | 'extended' | 'basic' | 'literal'
  /** Blanks and comments are left out. */
  isExpanded: boolean
  /** What the directors and options left. */
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
  // The last of them counts.
  const chosen = [...letters].findLast((letter) => letter in NAMES) ?? ''

  return {
    name: NAMES[chosen] ?? 'advanced',
    isExpanded: letters.includes('x'),
    rest: behind.slice(all.length),
  }
}
