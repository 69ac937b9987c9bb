/**
 * Lines of fields (RFC 4180): quotes around a field, doubled inside it, and line ends of any kind.
 * null when it is not of this form.
 */
export function csvRows(text: string): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  let read = 0

  for (const [whole, quoted, plain = '', ending = ''] of text.matchAll(FIELD)) {
    read += whole.length
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (ending === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (ending === '') break
  }
  return read === text.length ? rows : null
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/gy
