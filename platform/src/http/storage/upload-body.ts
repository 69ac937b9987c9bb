import { invalidRequest } from '#files/errors.ts'
import type { Incoming } from '#files/upload-file.ts'
import type { StorageContext } from './storage-needs.ts'
import { metadataHeader, robotsTag } from './upload-facts.ts'

/** A file as the whole body, never parsed whatever its type. */
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
 * The request's bytes, with back-pressure, which the web stream does not have. A refused body is left unread, not
 * destroyed, or the client would not see the answer.
 */
export async function* bodyOf({ env }: StorageContext): AsyncGenerator<Uint8Array> {
  try {
    yield* env.incoming.iterator({ destroyOnReturn: false })
  } catch (error) {
    // A client that disconnects is no bug.
    throw invalidRequest(`The upload was cut off: ${error instanceof Error ? error.message : ''}`)
  }
}
