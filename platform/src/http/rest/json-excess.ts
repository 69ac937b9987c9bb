/** Every level needs an opening and a closing character. */
const DEEPEST = 200_000
/** Parsing this many takes the longest time that one request may block the event loop. */
export const MOST_VALUES = 200_000
/** Every value needs a character and a separator. */
const SHORTEST_TO_REFUSE = 2 * Math.min(DEEPEST, MOST_VALUES)

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING = 0x7b
const CLOSING = 0x7d
/** The bit that differs between `{` and `[`, and between `}` and `]`. */
const CURLY = 0x20

/**
 * Finds JSON nested too deep for any database's stack (the embedded engine crashes), or with too many values to parse.
 */
export function jsonExcess(json: string): 'depth' | 'values' | null {
  if (json.length <= SHORTEST_TO_REFUSE) return null
  let depth = 0
  let values = 0

  for (let i = 0; i < json.length; i++) {
    const sign = json.charCodeAt(i)
    if (sign === QUOTE) i = endOfString(json, i)
    else if (sign === COMMA) values += 1
    else if ((sign | CURLY) === OPENING) {
      depth += 1
      values += 1
    } else if ((sign | CURLY) === CLOSING) depth -= 1
    if (depth > DEEPEST) return 'depth'
    if (values > MOST_VALUES && depth < values / 2) return 'values'
  }
  return null
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
