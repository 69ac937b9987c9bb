const HIDDEN_START = /<(?=(?:style|script)\b)/i
const HIDDEN_END = /<\/(?:style|script)\s{0,9}>/i

/** The text of an HTML-only mail. For search only, never to be shown as HTML. */
export function wordsOf(html: string): string {
  const [start = '', ...rest] = html.split(HIDDEN_START)
  const shown = rest.map((piece) => piece.slice(Math.max(piece.search(HIDDEN_END), 0)))
  const words = [start, ...shown].join(' ').replace(/<[^<>]*>/g, ' ')

  return decodeEntities(words)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
