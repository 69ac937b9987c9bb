import { randomUUID } from 'node:crypto'
import type { Files } from '@app/platform/files/files.ts'
import { filesSql } from '@app/platform/files/storage-caller.ts'
import { uploadFile } from '@app/platform/files/upload-file.ts'
import type { FetchPicture, Picture } from '#outside/pictures.ts'
import { findProviderPicture, setAvatar } from './pictures-table.ts'

type Needs = {
  files: Files
  fetchPicture: FetchPicture
  /** The API's public address. */
  apiUrl: string
}

/** Copies the provider's picture for a member without an avatar, so that no page loads it from the provider. */
export async function copyPicture(
  { files, fetchPicture, apiUrl }: Needs,
  userId: string,
): Promise<void> {
  const sql = filesSql(files.db)
  const url = await findProviderPicture(sql, userId)
  const picture = url && (await fetchPicture(url))
  if (!picture) return

  const name = `${userId}/${randomUUID()}.${picture.type.replace('image/', '')}`
  await keep(files, userId, name, picture)
  await setAvatar(sql, userId, `${apiUrl}/storage/v1/object/public/avatars/${name}`)
}

const YEAR_S = 365 * 24 * 60 * 60

/** As the member, so that they own the file. */
function keep(files: Files, userId: string, name: string, { bytes, type }: Picture) {
  const claims = { sub: userId, role: 'authenticated', aal: 'aal2' }
  const place = { bucketId: 'avatars', name }
  const facts = {
    contentType: type,
    cacheControl: `max-age=${YEAR_S}`,
    robotsTag: null,
    userMetadata: {},
    contentLength: bytes.byteLength,
  }

  return uploadFile(
    files,
    { role: 'authenticated', claims, settings: {} },
    { place, isUpsert: false, operation: 'storage.object.upload' },
    { facts: () => facts, bytes: inOnePiece(bytes) },
  )
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}
