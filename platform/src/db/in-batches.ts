import { type Database, type Sql, theServer } from './database.ts'

/** Rows per step, so that large clean-ups fit every time limit and hold no lock for minutes. */
export const BATCH_ROWS = 5000

/** Repeats a step until it finds fewer rows than the limit. Each step is a transaction; returns the total. */
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

/** Deletes rows in batches. A row that is updated in the meantime gets another ctid, and stays. */
export const deleteOutdated = (db: Database, { table, where, values = [] }: Outdated) =>
  inBatches(db, async (sql, most) => {
    const { rowCount } = await sql.query(
      `delete from ${table}
        where ctid = any (array(select ctid from ${table} where ${where} limit ${most}))`,
      values,
    )

    return rowCount
  })
