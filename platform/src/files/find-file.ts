import { noSuchBucket, noSuchFile } from './errors.ts'
import type { Files } from './files.ts'
import { type FileRow, findFile, findInBucket, type Place } from './objects-table.ts'
import { callerSql, filesSql, type Operation, type StorageCaller } from './storage-caller.ts'

type Needs = Pick<Files, 'db'>

/** By its public address; a private bucket looks like a missing one. */
export async function findPublicFile({ db }: Needs, place: Place): Promise<FileRow> {
  const found = await findInBucket(filesSql(db), place)
  if (!found?.isPublic) throw noSuchBucket()

  return required(found.file)
}

/** In a public bucket any file may be read; elsewhere policies decide. */
export async function findFileFor(
  needs: Needs,
  caller: StorageCaller | null,
  place: Place,
  operation: Operation,
): Promise<FileRow> {
  const found = await findInBucket(filesSql(needs.db), place)
  if (found?.isPublic) return required(found.file)
  if (!found || !caller) throw noSuchBucket()

  return findVisibleFile(needs, caller, place, operation)
}

/** Policies decide, in public buckets too: for all but plain reading. */
export const findVisibleFile = async (
  { db }: Needs,
  caller: StorageCaller,
  place: Place,
  operation: Operation,
): Promise<FileRow> => required(await findFile(callerSql(db, caller, operation), place))

/** By a link that was signed for this file. */
export const findLinkedFile = async ({ db }: Needs, place: Place): Promise<FileRow> =>
  required(await findFile(filesSql(db), place))

function required(file: FileRow | null): FileRow {
  if (!file) throw noSuchFile()

  return file
}
