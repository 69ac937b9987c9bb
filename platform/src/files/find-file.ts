import { noSuchBucket, noSuchFile } from './errors.ts'
import type { Files } from './files.ts'
import { type FileRow, findFile, findInBucket, type Place } from './objects-table.ts'
import { callerSql, filesSql, type Operation, type StorageCaller } from './storage-caller.ts'

type Needs = Pick<Files, 'db'>

/** By its public address: of a private bucket not even the existence is told. */
export async function findPublicFile({ db }: Needs, place: Place): Promise<FileRow> {
  const found = await findInBucket(filesSql(db), place)
  if (!found?.isPublic) throw noSuchBucket()

  return there(found.file)
}

/** In a public bucket everybody may read what he can name; elsewhere policies decide. */
export async function findFileFor(
  needs: Needs,
  caller: StorageCaller | null,
  place: Place,
  operation: Operation,
): Promise<FileRow> {
  const found = await findInBucket(filesSql(needs.db), place)
  if (found?.isPublic) return there(found.file)
  if (!found || !caller) throw noSuchBucket()

  return findVisibleFile(needs, caller, place, operation)
}

/** Policies decide, in a public bucket too: for all that is more than reading. */
export const findVisibleFile = async (
  { db }: Needs,
  caller: StorageCaller,
  place: Place,
  operation: Operation,
): Promise<FileRow> => there(await findFile(callerSql(db, caller, operation), place))

/** By a link that was signed for this very file. */
export const findLinkedFile = async ({ db }: Needs, place: Place): Promise<FileRow> =>
  there(await findFile(filesSql(db), place))

function there(file: FileRow | null): FileRow {
  if (!file) throw noSuchFile()

  return file
}
