import { theServer } from '#db/database.ts'
import type { Files } from './files.ts'
import type { FileRow, ObjectPath } from './objects-table.ts'
import { openLink } from './signed-links.ts'
import type { StorageCaller } from './storage-caller.ts'
import { type Incoming, uploadFile } from './upload-file.ts'

/** Policies were checked when the link was signed; the signer's account and the bucket's limits are checked now. */
export async function uploadByLink(
  files: Files,
  place: ObjectPath,
  token: string,
  incoming: Incoming,
): Promise<FileRow> {
  const link = await openLink(files, place, token, 'upload')
  const claims = {
    ...(link.owner !== undefined && { sub: link.owner }),
    ...(link.session !== undefined && { session_id: link.session }),
  }
  const caller: StorageCaller = { ...theServer, claims, settings: {} }
  const order = { place, isUpsert: link.upsert, operation: 'storage.object.upload_signed' } as const

  return uploadFile(files, caller, order, incoming)
}
