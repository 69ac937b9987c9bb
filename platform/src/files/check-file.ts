import type { Bucket } from './buckets-table.ts'
import { fileTooLarge, invalidKey, invalidParameter, noContent, wrongType } from './errors.ts'
import { isAllowedType, isHeaderValue } from './mime-types.ts'
import { isFileName } from './names.ts'
import type { ObjectPath } from './objects-table.ts'
import { beginsLike, isSniffed } from './sniff.ts'

type HeaderFacts = { contentType: string; cacheControl: string }

/** Checks a file's declared metadata against its bucket's limits. */
export function checkFacts(
  bucket: Bucket,
  place: ObjectPath,
  facts: HeaderFacts & { contentLength: number | null },
  maxBytes: number,
): void {
  if (facts.contentLength !== null && facts.contentLength > maxBytes) throw fileTooLarge()
  checkHeaders(facts)
  if (!isPlaceholder(place) && !isAllowedType(bucket.allowed_mime_types, facts.contentType)) {
    throw wrongType(facts.contentType)
  }
  if (!isFileName(place.name)) throw invalidKey(place.name)
}

export function checkHeaders({ contentType, cacheControl }: HeaderFacts): void {
  if (!isHeaderValue(contentType)) throw wrongType(contentType)
  if (!isHeaderValue(cacheControl)) throw invalidParameter('The cache control cannot be sent')
}

/** Checks a file's declared type against its first bytes. */
export function checkBeginning(
  { bucketId }: ObjectPath,
  { contentType }: HeaderFacts,
  head: Uint8Array,
): void {
  if (isSniffed(bucketId) && !beginsLike(contentType, head)) throw wrongType(contentType)
}

export function checkLength(place: ObjectPath, size: number): void {
  if (isPlaceholder(place)) {
    if (size > 0) throw fileTooLarge()
  } else if (size === 0) {
    throw noContent()
  }
}

/** Dashboards create this empty file to keep an empty folder; no other file may be empty. */
const isPlaceholder = ({ name }: ObjectPath) => name.endsWith('.emptyFolderPlaceholder')
