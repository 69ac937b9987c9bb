import { type Database, type Sql, theServer } from './database.ts'

/** So many rows at once: a sweep after a long pause holds no lock for minutes and fits every time limit. */
export const BATCH_ROWS = 5000

/** Repeats a step until it finds less than it may take. Each is a transaction of its own; gives the rows in all. */
export async function inBatches(
  db: Database,
  step: (sql: Sql, most: number) => Promise<number>,
): Promise<number> {
  let done = 0

  for (;;) {
    const some = await db.as(theServer, (sql) => step(sql, BATCH_ROWS))
    done += some
    if (some < BATCH_ROWS) return done
  }
}

type Outdated = { table: string; where: string; values?: readonly unknown[] }

/** The usual step. A row that changes meanwhile has moved, and stays. */
export const deleteOutdated = (db: Database, { table, where, values = [] }: Outdated) =>
  inBatches(db, async (sql, most) => {
    const { rowCount } = await sql.query(
      `delete from ${table}
        where ctid = any (array(select ctid from ${table} where ${where} limit ${most}))`,
      values,
    )

    return rowCount
  })
