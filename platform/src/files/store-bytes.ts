import { createHash, randomUUID } from 'node:crypto'
import { fileTooLarge } from './errors.ts'
import type { Files } from './files.ts'
import { filesSql } from './storage-caller.ts'
import { appendBytes, CHUNK_BYTES, deleteVersion, insertVersion } from './versions-table.ts'

const BATCH_CHUNKS = 4
const BATCH_BYTES = BATCH_CHUNKS * CHUNK_BYTES

export type Stored = { version: string; size: number; md5: string }

type Checks = {
  maxBytes: number
  /** Checks the first bytes before any are stored; throws to refuse. */
  lookAt(head: Uint8Array): void
}

/**
 * Stores the stream as a version that no file uses yet. It holds only a few batches in memory; an aborted, oversized or refused upload
 * leaves no data.
 */
export async function storeBytes(
  { db }: Pick<Files, 'db'>,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, lookAt }: Checks,
): Promise<Stored> {
  const sql = filesSql(db)
  const version = randomUUID()
  const hash = createHash('md5')
  let size = 0
  let seq = 0

  try {
    for await (const batch of inBatches(bytes)) {
      size += batch.length
      if (size > maxBytes) throw fileTooLarge()
      hash.update(batch)

      if (seq === 0) {
        lookAt(batch)
        await insertVersion(sql, version, batch)
      } else {
        await appendBytes(sql, version, seq, batch)
      }
      seq += BATCH_CHUNKS
    }
  } catch (error) {
    // If this fails too, the clean-up deletes it.
    await deleteVersion(sql, version).catch(() => {})
    throw error
  }

  return { version, size, md5: hash.digest('hex') }
}

/** Yields at least one batch, for empty files. */
async function* inBatches(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let length = 0
  let isFirst = true

  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length

    if (length >= BATCH_BYTES) {
      const joined = Buffer.concat(pieces, length)
      const whole = length - (length % BATCH_BYTES)
      for (let at = 0; at < whole; at += BATCH_BYTES) yield joined.subarray(at, at + BATCH_BYTES)
      pieces = [joined.subarray(whole)]
      length -= whole
      isFirst = false
    }
  }
  if (length > 0 || isFirst) yield Buffer.concat(pieces, length)
}
