import { fileExists, noSuchBucket, refusedAs } from './errors.ts'
import type { Files } from './files.ts'
import { type FileDraft, insertFile, upsertFile } from './objects-table.ts'
import { requireCurrent } from './require-current.ts'
import { dryRun, type Operation, type StorageCaller } from './storage-caller.ts'

/** Checks the future row against policies and the unique name; throws if it is refused. */
export const mayWrite = (
  { db }: Pick<Files, 'db'>,
  caller: StorageCaller,
  operation: Operation,
  draft: FileDraft,
  isUpsert: boolean,
): Promise<void> =>
  refusedAs(
    dryRun(db, caller, operation, async (sql) => {
      await requireCurrent(sql)
      await (isUpsert ? upsertFile(sql, draft) : insertFile(sql, draft))
    }),
    { duplicate: fileExists, referenced: noSuchBucket },
  )
