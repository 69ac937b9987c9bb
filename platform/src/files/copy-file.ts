import { randomUUID } from 'node:crypto'
import { checkHeaders } from './check-file.ts'
import { checkTransfer } from './check-transfer.ts'
import { countUpload } from './count-upload.ts'
import { bytesMissing } from './errors.ts'
import type { Files } from './files.ts'
import { findVisibleFile } from './find-file.ts'
import { mayWrite } from './may-write.ts'
import type { FileRow, ObjectPath } from './objects-table.ts'
import { publish } from './publish.ts'
import { ownerOf, type StorageCaller } from './storage-caller.ts'
import type { Stored } from './store-bytes.ts'

type Needs = Pick<Files, 'db' | 'bytes' | 'clock' | 'limits' | 'maxFileBytes'>

export type CopyOrder = {
  from: ObjectPath
  to: ObjectPath
  isUpsert: boolean
  /** Undefined fields are copied from the source. */
  changed: {
    contentType?: string | undefined
    cacheControl?: string | undefined
    userMetadata?: Record<string, unknown> | undefined
  }
}

/** Reading the source and creating the copy need separate rights; the bytes do not pass the client. */
export async function copyFile(
  needs: Needs,
  caller: StorageCaller,
  { from, to, isUpsert, changed }: CopyOrder,
): Promise<FileRow> {
  await countUpload(needs, caller)
  const source = await findVisibleFile(needs, caller, from, 'storage.object.copy')
  const facts = {
    contentType: changed.contentType ?? source.metadata?.mimetype ?? 'application/octet-stream',
    cacheControl: changed.cacheControl ?? source.metadata?.cacheControl ?? 'no-cache',
    robotsTag: source.metadata?.xRobotsTag ?? null,
    userMetadata: changed.userMetadata ?? source.user_metadata ?? {},
  }
  checkHeaders(facts)
  const metadata = { ...source.metadata, mimetype: facts.contentType }
  await checkTransfer(needs, source, to, facts.contentType)

  const owner = ownerOf(caller)
  const version = randomUUID()
  const draft = { ...to, ...owner, version, metadata, userMetadata: facts.userMetadata }
  await mayWrite(needs, caller, 'storage.object.copy', draft, isUpsert)

  const stored = await copyBytes(needs, source, version)
  const { claims } = caller
  return publish(needs, { place: to, owner, isUpsert, stored, claims }, async () => facts)
}

async function copyBytes(
  { bytes }: Pick<Files, 'bytes'>,
  { version: from, metadata }: FileRow,
  to: string,
): Promise<Stored> {
  const { size, eTag } = metadata ?? {}
  if (from === null || size === undefined || eTag === undefined) throw bytesMissing()

  try {
    await bytes.copy(from, to, size)
  } catch (error) {
    await bytes.discard(to).catch(() => {})
    throw error
  }
  return { version: to, size, md5: eTag.replaceAll('"', '') }
}
