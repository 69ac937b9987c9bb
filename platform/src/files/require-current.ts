import type { Database, Sql } from '#db/database.ts'
import { accessDenied } from './errors.ts'
import { type Operation, optionsFor, type StorageCaller } from './storage-caller.ts'

/**
 * Refuses a transaction whose claims are of an account that is deleted or banned, or of a session that is over.
 * Asked where something is written: a token alone is good until it expires.
 */
export async function requireCurrent(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ current: boolean }>('select auth.is_current() as current')

  if (!rows[0]?.current) throw accessDenied('The account or session of this token is over')
}

/** A change as the caller, in one transaction with the question whether he may still write. */
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
