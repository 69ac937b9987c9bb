import type { Files } from './files.ts'
import { filesSql } from './storage-caller.ts'
import { deleteLeftovers } from './versions-table.ts'

const SWEPT_AT_ONCE = 20

/** Deletes bytes that no file uses: replaced, removed, or of an aborted upload. */
export async function sweepVersions({ db }: Pick<Files, 'db'>): Promise<number> {
  const sql = filesSql(db)
  let swept = 0

  for (;;) {
    const some = await deleteLeftovers(sql, SWEPT_AT_ONCE)
    swept += some
    if (some < SWEPT_AT_ONCE) return swept
  }
}
