const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * The fields of a JSON object as PostgreSQL wrote them. JSON.parse would round integers over 2^53. The last of equal names counts.
 */
export function fieldsOf(object: string): Map<string, string> {
  const fields = new Map<string, string>()
  let at = skipSpace(object, object.indexOf('{') + 1)

  while (object.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(object, at)
    const name = JSON.parse(object.slice(at, nameEnd)) as string
    at = skipSpace(object, nameEnd)
    if (object.charCodeAt(at) !== COLON) throw new Error('A recorded row is no JSON object')
    const start = skipSpace(object, at + 1)
    const end = endOfValue(object, start)
    fields.set(name, object.slice(start, end).trimEnd())
    at = object.charCodeAt(end) === COMMA ? skipSpace(object, end + 1) : end
  }
  return fields
}

/** The object of these fields, in the order of the names; absent ones are left out. */
export function objectOf(names: Iterable<string>, fields: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined) parts.push(`${JSON.stringify(name)}:${value}`)
  }

  return `{${parts.join(',')}}`
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  let at = start

  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) {
      if (depth === 0) return at
      depth -= 1
    } else if (code === COMMA && depth === 0) return at
  }
  return at
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at + 1
  }
  return text.length
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= 0x20) at += 1
  return at
}
