/** A query parameter; one without `=` has no value and only appears in the canonical form. */
export type Parameter = readonly [name: string, value: string | undefined]

/** Splits and decodes a query string. `+` is a blank; invalid encoding stays as it is. */
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

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced

  try {
    return decodeURIComponent(spaced)
  } catch {
    return decodeBytes(spaced)
  }
}

/** For text with stray percent signs or invalid UTF-8, which becomes U+FFFD. */
function decodeBytes(text: string): string {
  const pieces = text.split(/((?:%[0-9a-f]{2})+)/i)

  return pieces
    .map((piece) =>
      /^%[0-9a-f]{2}/i.test(piece)
        ? Buffer.from(piece.replaceAll('%', ''), 'hex').toString('utf8')
        : piece,
    )
    .join('')
}
