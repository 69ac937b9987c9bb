import { knownBucket } from './buckets.ts'
import { fileTooLarge, invalidKey, wrongType } from './errors.ts'
import type { Files } from './files.ts'
import { isAllowedType } from './mime-types.ts'
import { isFileName } from './names.ts'
import type { FileRow, ObjectPath } from './objects-table.ts'
import { beginsLike, isSniffed, SNIFFED_BYTES } from './sniff.ts'

type Needs = Pick<Files, 'db' | 'bytes' | 'maxFileBytes'>

/** A file that changes its bucket or type must meet the limits of an upload. */
export async function checkTransfer(
  needs: Needs,
  source: FileRow,
  to: ObjectPath,
  mimetype = source.metadata?.mimetype ?? '',
): Promise<void> {
  const bucket = await knownBucket(needs, to.bucketId)
  const size = source.metadata?.size ?? 0

  if (!isFileName(to.name)) throw invalidKey(to.name)
  if (source.bucket_id === to.bucketId && mimetype === source.metadata?.mimetype) return
  if (size > (bucket.file_size_limit ?? needs.maxFileBytes)) throw fileTooLarge()
  if (!isAllowedType(bucket.allowed_mime_types, mimetype)) throw wrongType(mimetype)
  if (isSniffed(to.bucketId) && !beginsLike(mimetype, await headOf(needs, source))) {
    throw wrongType(mimetype)
  }
}

async function headOf({ bytes }: Needs, { version, metadata }: FileRow): Promise<Uint8Array> {
  const to = Math.min(SNIFFED_BYTES, metadata?.size ?? 0) - 1
  if (version === null || to < 0) return new Uint8Array()
  const pieces: Buffer[] = []
  for await (const piece of bytes.read(version, { from: 0, to })) pieces.push(piece)

  return Buffer.concat(pieces)
}
