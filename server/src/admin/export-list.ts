import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import { type AuditLine, insertAuditLine } from './audit-table.ts'
import { type Cell, CSV_START, csvLine } from './csv.ts'
import type { Cursor, Stretch } from './cursor.ts'
import { readAsAdmin, requireAdmin } from './levels.ts'

export type ListExport<Row> = Pick<AuditLine, 'action' | 'subjectType'> & {
  /** The filter as stored in the audit log: without search words, which may name a person. */
  filter: Record<string, unknown>
  /** The title and cell of each column. */
  columns: Record<string, (row: Row) => Cell>
  read: (sql: Sql, stretch: Stretch) => Promise<(Row & Cursor)[]>
}

export type CsvPieces = AsyncGenerator<string, void, void>

type Needs = Pick<AdminArea, 'db' | 'limits'>

const EXPORTS = { burst: 10, perSecond: 10 / 3600 }
const MOST_ROWS = 100_000
const BATCH_ROWS = 1000

/**
 * The pieces of a CSV file, each read from the database on demand. A client that disconnects ends the reading; the audit line contains the
 * number of delivered rows.
 */
export async function exportList<Row>(
  needs: Needs,
  caller: AdminCaller,
  list: ListExport<Row>,
): Promise<CsvPieces> {
  await requireAdmin(needs, caller)
  await needs.limits.take(`admin exports ${caller.member.id}`, EXPORTS)

  return piecesOf(needs, caller, list)
}

/** Each batch checks the role again, so a demoted admin gets no more rows. */
async function* piecesOf<Row>(
  needs: Needs,
  caller: AdminCaller,
  { action, subjectType, filter, columns, read }: ListExport<Row>,
): CsvPieces {
  const cells = Object.values(columns)
  let after: Cursor | null = null
  let count = 0
  let isWhole = false

  try {
    yield CSV_START + csvLine(Object.keys(columns))
    while (!isWhole && count < MOST_ROWS) {
      const stretch: Stretch = { after, limit: Math.min(BATCH_ROWS, MOST_ROWS - count) }
      const rows = await readAsAdmin(needs, caller, (sql) => read(sql, stretch))
      isWhole = rows.length < stretch.limit
      after = rows.at(-1) ?? after
      count += rows.length
      yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
    }
  } finally {
    const line = { action, subjectType, subjectId: null, details: { filter, count, isWhole } }
    await needs.db.as(theServer, (sql) => insertAuditLine(sql, caller, line))
  }
}
