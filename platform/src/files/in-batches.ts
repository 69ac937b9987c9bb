import { BATCH_BYTES } from './bytes.ts'

/** Batches of one mebibyte, of which the last one may be shorter. Yields at least one, for empty files. */
export async function* inBatches(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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
