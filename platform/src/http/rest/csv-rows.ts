/**
 * CSV rows (RFC 4180), with any kind of line ending; null if the text is not CSV. Parsed without a regular expression, which exceeds the
 * stack on a long quoted field. A doubled quote takes as long to parse as a field, and counts as one.
 */
export function csvRows(text: string, mostFields: number): string[][] | 'too_many' | null {
  const rows: string[][] = []
  let row: string[] = []
  let fields = 0
  let at = 0

  for (;;) {
    const isQuoted = text[at] === '"'
    const { end, doubled } = isQuoted ? quotedField(text, at) : plainField(text, at)
    fields += 1 + doubled
    if (fields > mostFields) return 'too_many'
    if (end === null) return null
    row.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end))
    if (text[end] === ',') {
      at = end + 1
      continue
    }
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (end >= text.length) return rows
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1
  }
}

/** `end` is null if something other than a separator follows. */
type Field = { end: number | null; doubled: number }

const ENDINGS = new Set([undefined, ',', '\r', '\n'])
const SIGNS = new Set([...',"\r\n'].map((sign) => sign.charCodeAt(0)))

function plainField(text: string, at: number): Field {
  let end = at
  while (end < text.length && !SIGNS.has(text.charCodeAt(end))) end += 1

  return { end: text[end] === '"' ? null : end, doubled: 0 }
}

function quotedField(text: string, at: number): Field {
  let doubled = 0
  let quote = text.indexOf('"', at + 1)
  while (quote !== -1 && text[quote + 1] === '"') {
    doubled += 1
    quote = text.indexOf('"', quote + 2)
  }
  const isEnded = quote !== -1 && ENDINGS.has(text[quote + 1])

  return { end: isEnded ? quote + 1 : null, doubled }
}
