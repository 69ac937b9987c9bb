import { invalidRequest } from '#files/errors.ts'
import type { Incoming } from '#files/upload-file.ts'
import type { StorageContext } from './storage-needs.ts'
import { metadataHeader, robotsTag } from './upload-facts.ts'

/** A file as the whole body, which is never parsed. */
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
 * The request's bytes with back-pressure, which the web stream lacks. A refused body stays unread: destroying it would hide the answer from
 * the client.
 */
export async function* bodyOf({ env }: StorageContext): AsyncGenerator<Uint8Array> {
  try {
    yield* env.incoming.iterator({ destroyOnReturn: false })
  } catch (error) {
    // A client that disconnects is not a bug.
    throw invalidRequest(`The upload was cut off: ${error instanceof Error ? error.message : ''}`)
  }
}
