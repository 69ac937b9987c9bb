export type Cell = string | number | boolean | Date | null

/** Spreadsheets read UTF-8 only after it. */
export const CSV_START = '\uFEFF'

/** One line as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

function written(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'string' ? withoutFormula(cell) : String(cell)

  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet would run what begins so. */
const withoutFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
