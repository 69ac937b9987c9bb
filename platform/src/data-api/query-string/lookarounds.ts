import { syntaxOf } from './pattern-syntax.ts'

const LOOKAROUND = /^\(\?<?[=!]/
const LOOKAROUNDS = /\(\?<?[=!]/g
export const mayHaveNestedLookaround = (patterns: string): boolean =>
  (patterns.match(LOOKAROUNDS)?.length ?? 0) > 1

/**
 * Only the advanced syntax has lookarounds. Comments up to the end of a line are not parsed: with them only one lookaround is
 * allowed.
 */
export function hasNestedLookaround(pattern: string): boolean {
  if (!mayHaveNestedLookaround(pattern)) return false
  const { name, isExpanded, rest } = syntaxOf(pattern)
  if (name !== 'advanced') return false

  return isExpanded || isNested(rest)
}

function isNested(text: string): boolean {
  const open: boolean[] = []
  let depth = 0

  for (let at = 0; at < text.length; ) {
    const skipped = skippedAt(text, at)
    if (skipped > 0) {
      at += skipped
      continue
    }
    const character = text[at]
    if (character === '(') {
      const isLookaround = LOOKAROUND.test(text.slice(at, at + 4))
      if (isLookaround && depth > 0) return true
      depth += isLookaround ? 1 : 0
      open.push(isLookaround)
    }
    if (character === ')' && open.pop()) depth -= 1
    at += 1
  }
  return false
}

/**
 * The length of an escape, bracket or comment that begins here, in which parentheses mean nothing; 0 for none. PostgreSQL refuses
 * unterminated ones.
 */
export function skippedAt(text: string, at: number): number {
  const endOf = (found: number, length: number) =>
    (found === -1 ? text.length : found + length) - at

  if (text[at] === '\\') return escapeLength(text, at)
  if (text[at] === '[') return endOf(bracketEnd(text, at), 1)
  return text.startsWith('(?#', at) ? endOf(text.indexOf(')', at), 1) : 0
}

/** `\cX` is one character longer than other escapes. */
const escapeLength = (text: string, at: number): number => (text[at + 1] === 'c' ? 3 : 2)

/** Finds the closing bracket: a leading `]` is literal, and `[:alpha:]` contains its own bracket. */
function bracketEnd(text: string, start: number): number {
  let at = start + (text[start + 1] === '^' ? 2 : 1)
  if (text[at] === ']') at += 1

  while (at < text.length && text[at] !== ']') {
    const kind = text[at + 1] ?? ''
    if (text[at] === '\\') at += escapeLength(text, at)
    else if (text[at] === '[' && '.:='.includes(kind)) {
      const end = text.indexOf(`${kind}]`, at + 2)
      if (end === -1) return -1
      at = end + 2
    } else at += 1
  }
  return at < text.length ? at : -1
}
