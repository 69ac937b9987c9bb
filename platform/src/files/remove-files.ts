import { asServerRole } from '#db/as-server-role.ts'
import type { Sql } from '#db/database.ts'
import type { Asker, Operation } from './storage-caller.ts'
import { knownBucket } from './buckets.ts'
import { accessDenied } from './errors.ts'
import type { Files } from './files.ts'
import { findVisibleFile } from './find-file.ts'
import { deleteFiles, deleteSome, type FileRow, type Place } from './objects-table.ts'
import { changeAs } from './require-current.ts'
import { buryVersions } from './versions-table.ts'

type Needs = Pick<Files, 'db'>

/** Names that policies refuse are left out without a word, as those that do not exist. */
export const removeFiles = (needs: Needs, asker: Asker, bucketId: string, names: string[]) =>
  remove(needs, asker, 'storage.object.delete_many', (sql) => deleteFiles(sql, bucketId, names))

export async function removeFile(needs: Needs, asker: Asker, place: Place): Promise<void> {
  await knownBucket(needs, place.bucketId)
  const removed = await remove(needs, asker, 'storage.object.delete', (sql) =>
    deleteFiles(sql, place.bucketId, [place.name]),
  )
  if (removed.length > 0) return

  await findVisibleFile(needs, asker, place, 'storage.object.delete')
  throw accessDenied('Access denied')
}

const EMPTIED_AT_ONCE = 500

/** Every file of a bucket, whoever owns it: only the service role comes as far as here. */
export async function emptyBucket(needs: Needs, asker: Asker, bucketId: string): Promise<void> {
  await knownBucket(needs, bucketId)

  for (;;) {
    const removed = await remove(needs, asker, 'storage.bucket.empty', (sql) =>
      deleteSome(sql, bucketId, EMPTIED_AT_ONCE),
    )
    if (removed.length === 0) return
  }
}

/** Rows go as the asker, their bytes as the server, both or neither. */
const remove = (
  needs: Needs,
  asker: Asker,
  operation: Operation,
  deleteRows: (sql: Sql) => Promise<FileRow[]>,
): Promise<FileRow[]> =>
  changeAs(needs, asker, operation, async (sql) => {
    const removed = await deleteRows(sql)
    if (removed.length > 0) {
      await asServerRole(sql, () =>
        buryVersions(
          sql,
          removed.map(({ version }) => version),
        ),
      )
    }
    return removed
  })
