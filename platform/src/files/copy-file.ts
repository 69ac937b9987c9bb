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
import { filesSql, ownerOf, type StorageCaller } from './storage-caller.ts'
import type { Stored } from './store-bytes.ts'
import { CHUNK_BYTES, copyChunks, deleteVersion, insertVersion } from './versions-table.ts'

type Needs = Pick<Files, 'db' | 'clock' | 'limits' | 'maxFileBytes'>

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

const CHUNKS_AT_ONCE = 4

/** Reading the source and creating the copy need separate rights; the bytes never leave the database. */
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

/** Copies one mebibyte at a time, so that a database with one connection is not blocked for long. */
async function copyBytes(
  { db }: Pick<Files, 'db'>,
  { version: from, metadata }: FileRow,
  to: string,
): Promise<Stored> {
  const { size, eTag } = metadata ?? {}
  if (from === null || size === undefined || eTag === undefined) throw bytesMissing()
  const sql = filesSql(db)
  const chunks = Math.ceil(size / CHUNK_BYTES)

  try {
    await insertVersion(sql, to, new Uint8Array())
    let copied = 0
    for (let seq = 0; seq < chunks; seq += CHUNKS_AT_ONCE) {
      copied += await copyChunks(sql, { from, to, seq, count: CHUNKS_AT_ONCE })
    }
    if (copied !== chunks) throw bytesMissing()
  } catch (error) {
    await deleteVersion(sql, to).catch(() => {})
    throw error
  }
  return { version: to, size, md5: eTag.replaceAll('"', '') }
}
