/**
 * Identifies a found text in a file without revealing it. It keeps only 24 bits of the text: enough to notice changes, too few to confirm a
 * guess. Rule and path are part of both halves, so that one text differs from file to file.
 */
export function fingerprintOf(kind: string, path: string, text: string): string {
  const place = hash(`${kind}\n${path}`, 0)

  return `${hex(place, 8)}${hex(hash(text, place) >>> 8, 6)}`
}

const hex = (number: number, digits: number): string =>
  (number >>> 0).toString(16).padStart(digits, '0')

/** FNV-1a, finished like MurmurHash3 to spread its bits. */
function hash(text: string, seed: number): number {
  let h = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)

  return (h ^ (h >>> 16)) >>> 0
}
