import { invalidRequest } from '#files/errors.ts'
import type { Incoming } from '#files/upload-file.ts'
import type { StorageContext } from './storage-needs.ts'
import { metadataHeader, robotsTag } from './upload-facts.ts'

/** A file as the whole body: whatever its type says, it is never looked into. */
export function uploadBody(c: StorageContext): Incoming {
  const declared = c.req.header('content-length')
  const facts = {
    contentType: c.req.header('content-type') ?? 'application/octet-stream',
    cacheControl: c.req.header('cache-control') ?? 'no-cache',
    robotsTag: robotsTag(c),
    userMetadata: metadataHeader(c) ?? {},
    contentLength: declared === undefined ? null : Number(declared),
  }

  return { facts: () => facts, bytes: bodyOf(c) }
}

/** What arrives; a sender who leaves in the middle is nobody's bug. */
export async function* bodyOf(c: StorageContext): AsyncGenerator<Uint8Array> {
  const { body } = c.req.raw
  if (!body) return

  try {
    yield* body
  } catch (error) {
    throw invalidRequest(`The upload was cut off: ${error instanceof Error ? error.message : ''}`)
  }
}
