import type { Reader } from './reader.ts'

const QUOTE = '"'

/**
 * Takes the elements of a list that a comma follows, as long as they are simple: without quotes, or quoted and without
 * escapes. The grammar would take 0.1 s for the longest list.
 */
export function takeListed(reader: Reader, values: string[]): void {
  const { text } = reader

  for (;;) {
    const { at } = reader
    const isQuoted = text[at] === QUOTE
    const from = isQuoted ? at + 1 : at
    const to = text.indexOf(isQuoted ? QUOTE : ',', from)
    const comma = isQuoted ? to + 1 : to
    if (to === -1 || text[comma] !== ',') return

    const value = text.slice(from, to)
    if (value.includes(isQuoted ? '\\' : ')')) return
    values.push(value)
    reader.at = comma + 1
  }
}
