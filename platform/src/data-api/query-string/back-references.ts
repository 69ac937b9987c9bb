import { syntaxOf } from './pattern-syntax.ts'

/** Follows regc_lex.c. When uncertain it returns true, as for `[\1]`, which is useless in every syntax. */
export function hasBackReference(pattern: string): boolean {
  const { name, rest } = syntaxOf(pattern)
  // In an extended pattern, a backslash only makes the next character literal.
  if (name === 'literal' || name === 'extended') return false

  return scan(rest, name === 'advanced', 0)
}

/** Checks several patterns, each of which may have a different syntax. */
export const mayHaveBackReference = (patterns: string): boolean =>
  scan(patterns, true, Number.POSITIVE_INFINITY) || scan(patterns, false, 0)

/** More digits overflow PostgreSQL's integer, and the result may equal a group number. */
const MOST_DIGITS = 9

/**
 * Reads escapes in pairs, so that `\\1` is a backslash and a digit. Skips brackets and comments up to their last character, which begins no
 * escape.
 */
function scan(text: string, isAdvanced: boolean, groupsBefore: number): boolean {
  let groups = groupsBefore

  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(') groups += 1
    if (character !== '\\') continue
    at += 1
    // `\cX` consumes one more character, whatever it is.
    if (isAdvanced && text[at] === 'c') at += 1
    else if (isReference(text, at, isAdvanced, groups)) return true
  }
  return false
}

/** Several digits are a back-reference if that many groups exist, otherwise an octal number. */
function isReference(text: string, at: number, isAdvanced: boolean, groups: number): boolean {
  const digits = /^[1-9]\d*/.exec(text.slice(at, at + MOST_DIGITS + 1))?.[0] ?? ''
  if (digits === '') return false
  const isNumberOfGroup = digits.length > MOST_DIGITS || Number(digits) <= groups

  return !isAdvanced || digits.length === 1 || isNumberOfGroup
}
