/** A query parameter; one without `=` has no value and only appears in the canonical form. */
export type Parameter = readonly [name: string, value: string | undefined]

/** Splits and decodes a query string. `+` means a blank; invalid encoding is kept unchanged. */
export function readParameters(queryString: string): Parameter[] {
  if (queryString === '') return []

  return queryString
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals === -1
        ? ([decode(part), undefined] as const)
        : ([decode(part.slice(0, equals)), decode(part.slice(equals + 1))] as const)
    })
}

/** Sorted by name, so that equal queries have one canonical form. */
export function canonicalForm(parameters: readonly Parameter[]): string {
  return parameters
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encode(name)}=${encode(value ?? '')}`)
    .join('&')
}

const PLAIN = /^[\w.~-]*$/

/** Percent-encodes all but letters, digits and `-_.~`. */
export function encode(text: string): string {
  if (PLAIN.test(text)) return text

  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** For longer texts, working on bytes is faster: millions of replacements take seconds. */
const LONGEST_REPLACED = 10_000

function decode(text: string): string {
  const hasBlank = text.includes('+')
  if (!hasBlank && !text.includes('%')) return text
  if (text.length > LONGEST_REPLACED) return decodeBytes(text)

  try {
    return decodeURIComponent(hasBlank ? text.replaceAll('+', ' ') : text)
  } catch {
    return decodeBytes(text)
  }
}

/** Stray percent signs are kept, and invalid UTF-8 becomes U+FFFD. */
function decodeBytes(text: string): string {
  const bytes = Buffer.from(text)
  let length = 0

  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0
    const high = code === PERCENT ? digitOf(bytes[at + 1]) : -1
    const low = high === -1 ? -1 : digitOf(bytes[at + 2])
    if (low === -1) bytes[length++] = code === PLUS ? BLANK : code
    else {
      bytes[length++] = high * 16 + low
      at += 2
    }
  }
  return bytes.toString('utf8', 0, length)
}

const PLUS = 0x2b
const BLANK = 0x20
const PERCENT = 0x25

/** The value of a hexadecimal digit; -1 for other characters. */
function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20

  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
