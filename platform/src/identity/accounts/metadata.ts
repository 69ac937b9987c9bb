import type { Metadata } from '@app/contract/identity'
import { validationFailed } from '#identity/errors.ts'

/** The length of its JSON. Every token contains the metadata, and so every request does. */
const METADATA_LIMIT_BYTES = 16 * 1024

/** A shallow merge in which `null` deletes. */
export function mergeMetadata(before: Metadata, changes: Metadata): Metadata {
  const entries = Object.entries({ ...before, ...changes })
  const merged = Object.fromEntries(entries.filter(([, value]) => value !== null))
  // The service's own additions may exceed the limit, so shrinking the metadata is always accepted.
  if (bytesOf(merged) > bytesOf(before)) refuseLargeMetadata(merged)

  return merged
}

export function refuseLargeMetadata(metadata: Metadata): void {
  if (bytesOf(metadata) <= METADATA_LIMIT_BYTES) return

  throw validationFailed(`Metadata must not be larger than ${METADATA_LIMIT_BYTES} bytes as JSON`)
}

const bytesOf = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata))
