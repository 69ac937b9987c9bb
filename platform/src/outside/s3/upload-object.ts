import { ProviderError } from '#outside/provider-error.ts'
import type { S3, Upload } from './open-s3.ts'

/** An object of this size or less is stored by one request, a larger one in parts of it. */
export const PART_BYTES = 8 * 1024 * 1024

/** What all uploads of this process may hold together: parts have a length that is known, so they wait in memory until they are whole. */
const MOST_HELD_BYTES = 128 * 1024 * 1024
let heldBytes = 0

/** Stores a stream under a new key: whole, or not visible at all. */
export async function uploadObject(
  s3: S3,
  key: string,
  batches: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = openPart()
  const tags: string[] = []
  let upload: Upload | null = null
  let size = 0
  const send = async (to: Upload) => {
    tags.push(await s3.putPart(to, tags.length + 1, part.pieces()))
    part.clear()
  }

  try {
    for await (const batch of batches) {
      if (part.length() + batch.length > PART_BYTES) {
        upload ??= { key, id: await s3.begin(key) }
        await send(upload)
      }
      part.add(batch)
      size += batch.length
    }
    if (!upload) return await s3.put(key, part.pieces())

    await send(upload)
    await s3.complete(upload, tags, size)
  } catch (error) {
    // Frees its parts at once; if this fails too, the clean-up does it.
    if (upload) await s3.abort(upload).catch(() => {})
    throw error
  } finally {
    part.clear()
  }
}

function openPart() {
  let pieces: Uint8Array[] = []
  let length = 0

  return {
    length: () => length,
    pieces: () => pieces,
    add(piece: Uint8Array) {
      if (heldBytes + piece.length > MOST_HELD_BYTES) {
        throw new ProviderError('s3', 'rate_limited', 'has too many uploads at once')
      }
      pieces.push(piece)
      length += piece.length
      heldBytes += piece.length
    },
    clear() {
      heldBytes -= length
      pieces = []
      length = 0
    },
  }
}
