export type Cell = string | number | boolean | Date | null

/** Spreadsheets read UTF-8 only after it. */
export const CSV_START = '\uFEFF'

/** One line as RFC 4180 has it, quoted wherever some spreadsheet could take a sign for a separator. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

const NEEDS_QUOTES = /[",;\t\r\n\p{C}]|^\s|\s$/u

function written(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'string' ? withoutFormulas(cell) : String(cell)

  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What a spreadsheet skips, or takes for the end of a cell, before it looks whether a formula begins. */
const SKIPPED = /[;\s"\p{C}\p{Z}]+|^/gu
const ENDS_CELL = /[;\t\r\n]/
/** Also in the wide and small forms that some languages' spreadsheets take for the same. */
const FORMULA_SIGN = /[=+\-@＝＋－＠﹢﹣﹦﹫]/

/**
 * Makes text of whatever would be run. A spreadsheet that separates by semicolon or tab knows our quotes only at the beginning
 * of a line, so what follows such a sign within a cell begins a cell of its own there.
 */
function withoutFormulas(text: string): string {
  const inert = text.replace(SKIPPED, (skipped, at: number) => {
    const startsCell = at === 0 || ENDS_CELL.test(skipped)
    const next = text[at + skipped.length] ?? ''

    return startsCell && FORMULA_SIGN.test(next) ? `${skipped}'` : skipped
  })

  return /^[\t\r\n]/.test(inert) ? `'${inert}` : inert
}
