import { isDeepStrictEqual } from 'node:util'
import { type Asker, type Operation, ownerOf, tryOut } from './asker.ts'
import { knownBucket } from './buckets.ts'
import type { Bucket } from './buckets-table.ts'
import {
  fileExists,
  fileTooLarge,
  invalidKey,
  noContent,
  noSuchBucket,
  refusedAs,
  wrongType,
} from './errors.ts'
import type { Files } from './files.ts'
import { isAllowedType } from './mime-types.ts'
import { isFileName } from './names.ts'
import {
  type FileDraft,
  type FileRow,
  insertFile,
  type Place,
  upsertFile,
} from './objects-table.ts'
import { publish } from './publish.ts'
import { beginsLike, isSniffed, SNIFFED_BYTES } from './sniff.ts'
import { storeBytes } from './store-bytes.ts'

type Needs = Pick<Files, 'db' | 'clock' | 'limits' | 'maxFileBytes'>

const UPLOAD_LIMIT = { burst: 100, perSecond: 1 }

export type FileFacts = {
  contentType: string
  cacheControl: string
  robotsTag: string | null
  userMetadata: Record<string, unknown>
  /** As the sender declares it; null when he does not. */
  contentLength: number | null
}

/** A file on its way in. A form may name some facts only after the bytes, so they are asked twice. */
export type Incoming = { facts(): FileFacts; bytes: AsyncIterable<Uint8Array> }

export type UploadOrder = {
  place: Place
  isUpsert: boolean
  operation: Operation
}

/** Everything is decided before the first byte is read, and again if the sender then said more. */
export async function uploadFile(
  needs: Needs,
  asker: Asker,
  { place, isUpsert, operation }: UploadOrder,
  incoming: Incoming,
): Promise<FileRow> {
  await countUpload(needs, asker)
  const bucket = await knownBucket(needs, place.bucketId)
  const maxBytes = Math.min(needs.maxFileBytes, bucket.file_size_limit ?? needs.maxFileBytes)
  const owner = ownerOf(asker)
  const decide = async (facts: FileFacts) => {
    checkFacts(bucket, place, facts, maxBytes)
    const metadata = probeMetadata(facts)
    const draft = { ...place, ...owner, version: PROBE, metadata, userMetadata: facts.userMetadata }
    await mayWrite(needs, asker, operation, draft, isUpsert)
  }

  const first = incoming.facts()
  await decide(first)
  let head: Uint8Array = new Uint8Array()
  const lookAt = (bytes: Uint8Array) => {
    head = bytes.slice(0, SNIFFED_BYTES)
    checkBeginning(place, first, head)
  }
  const stored = await storeBytes(needs, incoming.bytes, { maxBytes, lookAt })

  return publish(needs, { place, owner, isUpsert, stored }, async () => {
    checkLength(place, stored.size)
    const last = incoming.facts()
    if (isDeepStrictEqual(first, last)) return last

    checkBeginning(place, last, head)
    await decide(last)
    return last
  })
}

/** What the server itself uploads, and those it gave a signed link, are not counted. */
async function countUpload({ limits }: Needs, { role, claims }: Asker): Promise<void> {
  if (role === null || role === 'service_role') return

  await limits.take(`upload ${claims.sub ?? role}`, UPLOAD_LIMIT)
}

const PROBE = '00000000-0000-0000-0000-000000000000'

const probeMetadata = ({ contentType, contentLength }: FileFacts) => ({
  mimetype: contentType,
  ...(contentLength !== null && { contentLength }),
})

/** Policies and the unique name judge the row as it would be written. */
export const mayWrite = (
  { db }: Pick<Files, 'db'>,
  asker: Asker,
  operation: Operation,
  draft: FileDraft,
  isUpsert: boolean,
): Promise<void> =>
  refusedAs(
    tryOut(db, asker, operation, (sql) =>
      isUpsert ? upsertFile(sql, draft) : insertFile(sql, draft),
    ),
    { duplicate: fileExists, referenced: noSuchBucket },
  )

function checkFacts(bucket: Bucket, place: Place, facts: FileFacts, maxBytes: number) {
  if (facts.contentLength !== null && facts.contentLength > maxBytes) throw fileTooLarge()
  if (!isPlaceholder(place) && !isAllowedType(bucket.allowed_mime_types, facts.contentType)) {
    throw wrongType(facts.contentType)
  }
  if (!isFileName(place.name)) throw invalidKey(place.name)
}

function checkBeginning({ bucketId }: Place, { contentType }: FileFacts, head: Uint8Array) {
  if (isSniffed(bucketId) && !beginsLike(contentType, head)) throw wrongType(contentType)
}

/** What dashboards put into a folder to keep it; it holds nothing, and nothing else may. */
const isPlaceholder = ({ name }: Place) => name.endsWith('.emptyFolderPlaceholder')

function checkLength(place: Place, size: number) {
  if (isPlaceholder(place)) {
    if (size > 0) throw fileTooLarge()
  } else if (size === 0) {
    throw noContent()
  }
}
