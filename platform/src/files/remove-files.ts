import { asServerRole } from '#db/as-server-role.ts'
import type { Sql } from '#db/database.ts'
import { knownBucket } from './buckets.ts'
import { accessDenied } from './errors.ts'
import type { Files } from './files.ts'
import { findVisibleFile } from './find-file.ts'
import { deleteFiles, deleteSome, type FileRow, type ObjectPath } from './objects-table.ts'
import { changeAs } from './require-current.ts'
import type { Operation, StorageCaller } from './storage-caller.ts'
import { markVersionsUnused } from './versions-table.ts'

type Needs = Pick<Files, 'db'>

/** Names that policies refuse are silently skipped, like missing ones. */
export const removeFiles = (
  needs: Needs,
  caller: StorageCaller,
  bucketId: string,
  names: string[],
) => remove(needs, caller, 'storage.object.delete_many', (sql) => deleteFiles(sql, bucketId, names))

export async function removeFile(
  needs: Needs,
  caller: StorageCaller,
  place: ObjectPath,
): Promise<void> {
  await knownBucket(needs, place.bucketId)
  const removed = await remove(needs, caller, 'storage.object.delete', (sql) =>
    deleteFiles(sql, place.bucketId, [place.name]),
  )
  if (removed.length > 0) return

  await findVisibleFile(needs, caller, place, 'storage.object.delete')
  throw accessDenied('Access denied')
}

const EMPTIED_AT_ONCE = 500

/** Deletes all files of a bucket, regardless of owner; only the service role may do this. */
export async function emptyBucket(
  needs: Needs,
  caller: StorageCaller,
  bucketId: string,
): Promise<void> {
  await knownBucket(needs, bucketId)

  for (;;) {
    const removed = await remove(needs, caller, 'storage.bucket.empty', (sql) =>
      deleteSome(sql, bucketId, EMPTIED_AT_ONCE),
    )
    if (removed.length === 0) return
  }
}

/** Deletes rows as the caller and marks their bytes unused as the server, in one transaction. */
const remove = (
  needs: Needs,
  caller: StorageCaller,
  operation: Operation,
  deleteRows: (sql: Sql) => Promise<FileRow[]>,
): Promise<FileRow[]> =>
  changeAs(needs, caller, operation, async (sql) => {
    const removed = await deleteRows(sql)
    if (removed.length > 0) {
      await asServerRole(sql, () =>
        markVersionsUnused(
          sql,
          removed.map(({ version }) => version),
        ),
      )
    }
    return removed
  })
