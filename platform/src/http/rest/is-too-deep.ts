/** Every level needs an opening and a closing character. */
const DEEPEST = 200_000
const SHORTEST_TO_BE_TOO_DEEP = 2 * DEEPEST

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = 0x7b
const CLOSING = 0x7d
/** The bit that differs between `{` and `[`, and between `}` and `]`. */
const CURLY = 0x20

/** Whether JSON is nested deeper than any database's stack. PostgreSQL would report it; the embedded engine crashes. */
export function isTooDeep(json: string): boolean {
  if (json.length <= SHORTEST_TO_BE_TOO_DEEP) return false
  let depth = 0

  for (let i = 0; i < json.length; i++) {
    const sign = json.charCodeAt(i)
    if (sign === QUOTE) i = endOfString(json, i)
    else if ((sign | CURLY) === OPENING) depth += 1
    else if ((sign | CURLY) === CLOSING) depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)

  return end === -1 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1
  while (json.charCodeAt(before) === BACKSLASH) before -= 1

  return (at - before) % 2 === 0
}
