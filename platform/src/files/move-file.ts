import { checkTransfer } from './check-transfer.ts'
import { fileExists, noSuchBucket, noSuchFile, refusedAs } from './errors.ts'
import type { Files } from './files.ts'
import { findVisibleFile } from './find-file.ts'
import { moveFile as moveRow, type ObjectPath } from './objects-table.ts'
import { changeAs } from './require-current.ts'
import { ownerOf, type StorageCaller } from './storage-caller.ts'

type Needs = Pick<Files, 'db' | 'bytes' | 'maxFileBytes'>

/** Only the name changes; the bytes are not copied, and policies check both names. */
export async function moveFile(
  needs: Needs,
  caller: StorageCaller,
  from: ObjectPath,
  to: ObjectPath,
): Promise<void> {
  const source = await findVisibleFile(needs, caller, from, 'storage.object.move')
  await checkTransfer(needs, source, to)

  const moving = changeAs(needs, caller, 'storage.object.move', (sql) =>
    moveRow(sql, from, to, ownerOf(caller)),
  )
  const moved = await refusedAs(moving, { duplicate: fileExists, referenced: noSuchBucket })
  if (!moved) throw noSuchFile()
}
