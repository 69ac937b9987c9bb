import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'

/** Below the job's own limit. A million rows are counted in seconds, but the machine may be busy. */
const LIMIT_MS = 5 * 60_000

/** Counted by the database, in one transaction: a page never shows half of an hour's figures. */
export async function writeFigures(db: Database): Promise<void> {
  await db.ask(theServer, { text: 'select app.write_figures()' }, { statementLimitMs: LIMIT_MS })
}

/** The same inside of the caller's transaction. */
export async function countFigures(sql: Sql): Promise<void> {
  await sql.query('select app.write_figures()')
}
