import { type Cursor, writeCursor } from './cursor.ts'

export const PAGE_ROWS = 50
/** An exact count beyond this is not worth its cost. */
export const COUNT_LIMIT = 10_000

/** The query reads one row more than the page, which shows whether a next page exists. */
export function pageOf<Row extends Cursor, Item>(
  rows: readonly Row[],
  counted: number,
  itemOf: (row: Row) => Item,
) {
  const page = rows.slice(0, PAGE_ROWS)
  const last = rows.length > PAGE_ROWS ? page.at(-1) : undefined

  return {
    items: page.map(itemOf),
    next: last ? writeCursor(last) : null,
    ...capped(counted),
  }
}

/** For a count that stops at one more than the limit. */
const capped = (counted: number) => ({
  count: Math.min(counted, COUNT_LIMIT),
  isCapped: counted > COUNT_LIMIT,
})

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null
