import { type Cursor, writeCursor } from './cursor.ts'

export const PAGE_ROWS = 50
/** Counting further would cost more than anybody learns from it. */
export const COUNT_LIMIT = 10_000

/** Of rows read with one more than the page holds, which tells whether there is a next one. */
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

/** Of a count that ends at one more than the limit. */
const capped = (counted: number) => ({
  count: Math.min(counted, COUNT_LIMIT),
  isCapped: counted > COUNT_LIMIT,
})

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null
