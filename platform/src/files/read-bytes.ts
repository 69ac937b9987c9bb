import { bytesMissing } from './errors.ts'
import type { Files } from './files.ts'
import { CHUNK_BYTES, readChunks } from './versions-table.ts'

const BATCH_BYTES = 4 * CHUNK_BYTES

/** Byte positions; both ends are included. */
export type Stretch = { from: number; to: number }

/** Whether one query returns all its bytes. */
export const isOneBatch = ({ from, to }: Stretch): boolean =>
  Math.floor(from / BATCH_BYTES) === Math.floor(to / BATCH_BYTES)

/**
 * Streams a version's bytes in batches of one mebibyte; between batches it holds neither a transaction nor a connection.
 */
export async function* readBytes(
  { db }: Pick<Files, 'db'>,
  version: string,
  { from, to }: Stretch,
): AsyncGenerator<Buffer, void, void> {
  let at = from

  while (at <= to) {
    const end = Math.min(to, at - (at % BATCH_BYTES) + BATCH_BYTES - 1)
    const pieces = await readChunks(db, version, { from: at, to: end })
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (length !== end - at + 1) throw bytesMissing()

    yield* pieces
    at = end + 1
  }
}
