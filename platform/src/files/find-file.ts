import { noSuchBucket, noSuchFile } from './errors.ts'
import type { Files } from './files.ts'
import { type FileRow, findFile, findInBucket, type ObjectPath } from './objects-table.ts'
import { callerSql, filesSql, type Operation, type StorageCaller } from './storage-caller.ts'

type Needs = Pick<Files, 'db'>

/** Finds a file by its public address; a private bucket looks like a missing one. */
export async function findPublicFile({ db }: Needs, place: ObjectPath): Promise<FileRow> {
  const found = await findInBucket(filesSql(db), place)
  if (!found?.isPublic) throw noSuchBucket()

  return required(found.file)
}

/** Every file of a public bucket may be read; elsewhere policies decide. */
export async function findFileFor(
  needs: Needs,
  caller: StorageCaller | null,
  place: ObjectPath,
  operation: Operation,
): Promise<FileRow> {
  const found = await findInBucket(filesSql(needs.db), place)
  if (found?.isPublic) return required(found.file)
  if (!found || !caller) throw noSuchBucket()

  return findVisibleFile(needs, caller, place, operation)
}

/** Policies decide, even in public buckets; used for everything except plain downloads. */
export const findVisibleFile = async (
  { db }: Needs,
  caller: StorageCaller,
  place: ObjectPath,
  operation: Operation,
): Promise<FileRow> => required(await findFile(callerSql(db, caller, operation), place))

/** Finds a file by a link that was signed for it. */
export const findLinkedFile = async ({ db }: Needs, place: ObjectPath): Promise<FileRow> =>
  required(await findFile(filesSql(db), place))

function required(file: FileRow | null): FileRow {
  if (!file) throw noSuchFile()

  return file
}
