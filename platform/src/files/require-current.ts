import type { Database, Sql } from '#db/database.ts'
import { accessDenied } from './errors.ts'
import { type Operation, optionsFor, type StorageCaller } from './storage-caller.ts'

/**
 * Refuses claims of a deleted or banned account or an ended session. Checked for writes, because a token stays valid until it expires.
 */
export async function requireCurrent(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ current: boolean }>('select auth.is_current() as current')

  if (!rows[0]?.current) throw accessDenied('The account or session of this token is over')
}

/** Runs a change as the caller; the same transaction checks that they may still write. */
export const changeAs = <T>(
  { db }: { db: Database },
  caller: StorageCaller,
  operation: Operation,
  change: (sql: Sql) => Promise<T>,
): Promise<T> =>
  db.as(
    caller,
    async (sql) => {
      await requireCurrent(sql)
      return change(sql)
    },
    optionsFor(caller, operation),
  )
