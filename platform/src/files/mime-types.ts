const PATTERN = /^(\*|[\w.+!#$&^-]+\/(\*|[\w.+!#$&^-]+))$/
const MOST_CHARACTERS = 1000

/** Type patterns of a bucket: `type/subtype`, `type/*` or `*`. */
export const isMimePattern = (text: string): boolean =>
  text.length <= MOST_CHARACTERS && PATTERN.test(text)

/** A stored value is later sent as a header, so it must be valid there. */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]{1,1000}$/.test(text)

/** The type without parameters: `text/plain` for `text/plain;charset=utf-8`. */
export const bareType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

export function isAllowedType(patterns: readonly string[] | null, contentType: string): boolean {
  if (!patterns || patterns.length === 0) return true
  const type = bareType(contentType)

  return patterns.some((pattern) => {
    const wanted = pattern.toLowerCase()
    if (wanted === '*' || wanted === '*/*') return true
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}
