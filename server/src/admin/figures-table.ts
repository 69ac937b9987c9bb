import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'

/** Shorter than the job's own limit. Counting a million rows takes seconds, but the machine may be busy. */
const LIMIT_MS = 5 * 60_000

/** The database counts in one transaction, so that a page never shows mixed figures. */
export async function writeFigures(db: Database): Promise<void> {
  await db.ask(theServer, { text: 'select app.write_figures()' }, { statementLimitMs: LIMIT_MS })
}

/** The same inside the caller's transaction. */
export async function countFigures(sql: Sql): Promise<void> {
  await sql.query('select app.write_figures()')
}
