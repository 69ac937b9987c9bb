import { type Database, type Sql, theServer } from './database.ts'

/** So many rows at once: a sweep after a long pause holds no lock for minutes and fits every time limit. */
export const PORTION_ROWS = 5000

/** Repeats a step until it finds less than it may take. Each is a transaction of its own; gives the rows in all. */
export async function inPortions(
  db: Database,
  step: (sql: Sql, most: number) => Promise<number>,
): Promise<number> {
  let done = 0

  for (;;) {
    const some = await db.as(theServer, (sql) => step(sql, PORTION_ROWS))
    done += some
    if (some < PORTION_ROWS) return done
  }
}

type Outdated = { table: string; where: string; values?: readonly unknown[] }

/** The usual step. A row that changes meanwhile has moved, and stays. */
export const deleteOutdated = (db: Database, { table, where, values = [] }: Outdated) =>
  inPortions(db, async (sql, most) => {
    const { rowCount } = await sql.query(
      `delete from ${table}
        where ctid = any (array(select ctid from ${table} where ${where} limit ${most}))`,
      values,
    )

    return rowCount
  })
