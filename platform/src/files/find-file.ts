import { type Asker, asAsker, filesSql, type Operation } from './storage-caller.ts'
import { noSuchBucket, noSuchFile } from './errors.ts'
import type { Files } from './files.ts'
import { type FileRow, findFile, findInBucket, type Place } from './objects-table.ts'

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
  asker: Asker | null,
  place: Place,
  operation: Operation,
): Promise<FileRow> {
  const found = await findInBucket(filesSql(needs.db), place)
  if (found?.isPublic) return there(found.file)
  if (!found || !asker) throw noSuchBucket()

  return findVisibleFile(needs, asker, place, operation)
}

/** Policies decide, in a public bucket too: for all that is more than reading. */
export const findVisibleFile = async (
  { db }: Needs,
  asker: Asker,
  place: Place,
  operation: Operation,
): Promise<FileRow> => there(await findFile(asAsker(db, asker, operation), place))

/** By a link that was signed for this very file. */
export const findLinkedFile = async ({ db }: Needs, place: Place): Promise<FileRow> =>
  there(await findFile(filesSql(db), place))

function there(file: FileRow | null): FileRow {
  if (!file) throw noSuchFile()

  return file
}
