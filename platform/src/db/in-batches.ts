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

/**
 * Deletes rows in batches. A row that is updated in the meantime gets another ctid, and stays. Partitions are gone through one by one, because
 * a ctid is unique within each.
 */
export async function deleteOutdated(
  db: Database,
  { table, where, values = [] }: Outdated,
): Promise<number> {
  const { rows } = await db.ask<{ name: string }>(theServer, { text: LEAVES, values: [table] })
  let deleted = 0
  for (const { name } of rows) {
    deleted += await inBatches(db, async (sql, most) => {
      const { rowCount } = await sql.query(
        `delete from ${name}
          where ctid = any (array(select ctid from ${name} where ${where} limit ${most}))`,
        values,
      )

      return rowCount
    })
  }
  return deleted
}

const LEAVES = `
  select relid::regclass::text as name from pg_partition_tree($1::regclass) where isleaf
  union all
  select $1::regclass::text where not exists (select from pg_partition_tree($1::regclass))`
