import { randomUUID } from 'node:crypto'
import type { Files } from '@app/platform/files/files.ts'
import { filesSql } from '@app/platform/files/storage-caller.ts'
import { uploadFile } from '@app/platform/files/upload-file.ts'
import type { FetchAvatar, Image } from '#outside/avatars.ts'
import { findProviderAvatar, setAvatar } from './avatars-table.ts'

type Needs = {
  files: Files
  fetchAvatar: FetchAvatar
  /** The API's public address. */
  apiUrl: string
}

/** Copies the provider's avatar for a member without an avatar, so that no page loads it from the provider. */
export async function copyAvatar(
  { files, fetchAvatar, apiUrl }: Needs,
  userId: string,
): Promise<void> {
  const sql = filesSql(files.db)
  const url = await findProviderAvatar(sql, userId)
  const image = url && (await fetchAvatar(url))
  if (!image) return

  const name = `${userId}/${randomUUID()}.${image.type.replace('image/', '')}`
  await keep(files, userId, name, image)
  await setAvatar(sql, userId, `${apiUrl}/storage/v1/object/public/avatars/${name}`)
}

const YEAR_S = 365 * 24 * 60 * 60

/** Runs as the member, so that they own the file. */
function keep(files: Files, userId: string, name: string, { bytes, type }: Image) {
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
