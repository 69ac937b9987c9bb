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

/**
 * What arrives, as fast as it is taken. Not the request's web stream: Node fills that one without
 * end. A refused body is left unread, not destroyed, or its sender would never read why.
 */
export async function* bodyOf({ env }: StorageContext): AsyncGenerator<Uint8Array> {
  try {
    yield* env.incoming.iterator({ destroyOnReturn: false })
  } catch (error) {
    // A sender who leaves in the middle is nobody's bug.
    throw invalidRequest(`The upload was cut off: ${error instanceof Error ? error.message : ''}`)
  }
}
