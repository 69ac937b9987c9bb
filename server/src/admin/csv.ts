export type Cell = string | number | boolean | Date | null

/** Spreadsheets read UTF-8 only after this mark. */
export const CSV_START = '\uFEFF'

/** One line as in RFC 4180, with quotes around every character that a spreadsheet could take for a separator. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

const NEEDS_QUOTES = /[",;\t\r\n\p{C}]|^\s|\s$/u

function written(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'string' ? withoutFormulas(cell) : String(cell)

  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Characters that a spreadsheet skips, or takes for the end of a cell, before it looks for a formula. */
const SKIPPED = /[;\s"\p{C}\p{Z}]+|^/gu
const ENDS_CELL = /[;\t\r\n]/
/** Includes the wide and small forms that some spreadsheets treat as equal. */
const FORMULA_SIGN = /[=+\-@＝＋－＠﹢﹣﹦﹫]/

/**
 * Turns every possible formula into text. Spreadsheets that separate by semicolon or tab see further cells within ours, so text after these
 * characters is checked too.
 */
function withoutFormulas(text: string): string {
  const inert = text.replace(SKIPPED, (skipped, at: number) => {
    const startsCell = at === 0 || ENDS_CELL.test(skipped)
    const next = text[at + skipped.length] ?? ''

    return startsCell && FORMULA_SIGN.test(next) ? `${skipped}'` : skipped
  })

  return /^[\t\r\n]/.test(inert) ? `'${inert}` : inert
}
