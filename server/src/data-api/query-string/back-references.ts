import { notImplemented } from '#data-api/request-errors.ts'

/**
 * A pattern with back-references makes PostgreSQL try every way to divide the text, for hours on a page of it.
 * All other patterns take time in proportion.
 */
export function refuseBackReferences(pattern: string, isList: boolean): void {
  if (isList ? hasBackReferenceInList(pattern) : hasBackReference(pattern)) {
    throw notImplemented('Back-references in the patterns of match and imatch are not supported')
  }
}

/** The three syntaxes of PostgreSQL's patterns; what follows `***=` or `(?q)` is plain text. */
type Syntax = 'advanced' | 'extended' | 'basic' | 'literal'

/** Follows regc_lex.c. Where it is not exact, it refuses: `[\1]`, which no syntax gives a use. */
export function hasBackReference(pattern: string): boolean {
  const { syntax, start } = syntaxOf(pattern)
  // In an extended pattern a backslash only makes the next character plain.
  if (syntax === 'literal' || syntax === 'extended') return false

  return scan(pattern.slice(start), syntax === 'advanced', 0)
}

/** Elements of an array literal lose one level of backslashes. Each may be of another syntax. */
function hasBackReferenceInList(list: string): boolean {
  const elements = list.replace(/\\([\s\S])/g, '$1')

  return scan(elements, true, Number.POSITIVE_INFINITY) || scan(elements, false, 0)
}

const DIRECTOR = /^\*\*\*([=:])/
const OPTIONS = /^\(\?([a-zA-Z]+)\)/
const SYNTAXES: Record<string, Syntax> = { b: 'basic', e: 'extended', q: 'literal' }

function syntaxOf(pattern: string): { syntax: Syntax; start: number } {
  const director = DIRECTOR.exec(pattern)
  if (director?.[1] === '=') return { syntax: 'literal', start: director[0].length }
  const after = director?.[0].length ?? 0
  const options = OPTIONS.exec(pattern.slice(after))
  // The last of them counts.
  const chosen = [...(options?.[1] ?? '')].findLast((letter) => letter in SYNTAXES) ?? ''

  return {
    syntax: SYNTAXES[chosen] ?? 'advanced',
    start: after + (options?.[0].length ?? 0),
  }
}

/** More digits overflow PostgreSQL's number, which may then be that of a group. */
const MOST_DIGITS = 9

/**
 * Reads escapes in pairs, so that `\\1` is a backslash and a digit. Brackets and comments need no care: they end
 * with a character that no escape begins with.
 */
function scan(text: string, isAdvanced: boolean, groupsBefore: number): boolean {
  let groups = groupsBefore

  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(') groups += 1
    if (character !== '\\') continue
    at += 1
    // `\cX` takes one more, whatever it is.
    if (isAdvanced && text[at] === 'c') at += 1
    else if (isReference(text, at, isAdvanced, groups)) return true
  }
  return false
}

/** Several digits are a reference when there are so many groups, else an octal number. */
function isReference(text: string, at: number, isAdvanced: boolean, groups: number): boolean {
  const digits = /^[1-9]\d*/.exec(text.slice(at, at + MOST_DIGITS + 1))?.[0] ?? ''
  if (digits === '') return false

  return (
    !isAdvanced || digits.length === 1 || digits.length > MOST_DIGITS || Number(digits) <= groups
  )
}
