import { BoundedCache } from '#cache/bounded-cache.ts'

const MOST_CHARACTERS = 256 * 1024
const LONGEST_TEXT = 2000

/**
 * Most requests repeat a few headers and addresses, so each text is parsed once. Callers choose the texts, so their total length limits the
 * cache.
 */
export function rememberTexts<T>(read: (text: string) => T): (text: string | undefined) => T {
  const known = new BoundedCache<T>({
    most: MOST_CHARACTERS,
    // An entry for an empty text uses memory too.
    weigh: (text) => text.length + 1,
    longestKey: LONGEST_TEXT,
    whenFull: 'clear',
  })

  return (text = '') => {
    const before = known.get(text)
    if (before !== undefined) return before

    const value = read(text)
    known.set(text, value)
    return value
  }
}
