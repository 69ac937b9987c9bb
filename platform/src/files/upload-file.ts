import { isDeepStrictEqual } from 'node:util'
import { knownBucket } from './buckets.ts'
import { checkBeginning, checkFacts, checkLength } from './check-file.ts'
import { countUpload } from './count-upload.ts'
import type { Files } from './files.ts'
import { mayWrite } from './may-write.ts'
import type { FileRow, ObjectPath } from './objects-table.ts'
import { publish } from './publish.ts'
import { SNIFFED_BYTES } from './sniff.ts'
import { type Operation, ownerOf, type StorageCaller } from './storage-caller.ts'
import { storeBytes } from './store-bytes.ts'

type Needs = Pick<Files, 'db' | 'bytes' | 'clock' | 'limits' | 'maxFileBytes'>

export type FileFacts = {
  contentType: string
  cacheControl: string
  robotsTag: string | null
  userMetadata: Record<string, unknown>
  /** As declared by the client; null if it declares none. */
  contentLength: number | null
}

/** An incoming file. A form may send some facts after the bytes, so facts are read twice. */
export type Incoming = { facts(): FileFacts; bytes: AsyncIterable<Uint8Array> }

export type UploadOrder = { place: ObjectPath; isUpsert: boolean; operation: Operation }

/** All checks run before the first byte is read, and again if the facts changed. */
export async function uploadFile(
  needs: Needs,
  caller: StorageCaller,
  { place, isUpsert, operation }: UploadOrder,
  incoming: Incoming,
): Promise<FileRow> {
  await countUpload(needs, caller)
  const bucket = await knownBucket(needs, place.bucketId)
  const maxBytes = Math.min(needs.maxFileBytes, bucket.file_size_limit ?? needs.maxFileBytes)
  const owner = ownerOf(caller)
  const decide = async (facts: FileFacts) => {
    checkFacts(bucket, place, facts, maxBytes)
    await mayWrite(needs, caller, operation, draftOf(place, owner, facts), isUpsert)
  }

  const first = incoming.facts()
  await decide(first)
  let head: Uint8Array = new Uint8Array()
  const lookAt = (bytes: Uint8Array) => {
    head = bytes.slice(0, SNIFFED_BYTES)
    checkBeginning(place, first, head)
  }
  const stored = await storeBytes(needs, incoming.bytes, { maxBytes, lookAt })

  const { claims } = caller
  return publish(needs, { place, owner, isUpsert, stored, claims }, async () => {
    checkLength(place, stored.size)
    const last = incoming.facts()
    if (isDeepStrictEqual(first, last)) return last

    checkBeginning(place, last, head)
    await decide(last)
    return last
  })
}

const NOT_WRITTEN = '00000000-0000-0000-0000-000000000000'

/** The row, without the facts that follow from the bytes. */
const draftOf = (place: ObjectPath, owner: ReturnType<typeof ownerOf>, facts: FileFacts) => ({
  ...place,
  ...owner,
  version: NOT_WRITTEN,
  metadata: {
    mimetype: facts.contentType,
    ...(facts.contentLength !== null && { contentLength: facts.contentLength }),
  },
  userMetadata: facts.userMetadata,
})
