import type { LargeBody } from '#host/large-body.ts'
import { type Bytes, encodeUtf8 } from '#objects/bytes.ts'

const DIGITS = encodeUtf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PADDING = 61
/** A multiple of three, so that only the last portion is padded. */
const SLICE_BYTES = 3 * 64 * 1024

/**
 * JSON whose `content` is a base64 file. Written as bytes in portions through one buffer: as a string, a large file would be in memory
 * several times.
 */
export function base64Json(fields: Readonly<Record<string, string>>, bytes: Bytes): LargeBody {
  const start = encodeUtf8(`${JSON.stringify(fields).slice(0, -1)},"content":"`)
  const end = encodeUtf8('"}')

  return {
    size: start.length + base64Size(bytes.length) + end.length,
    *portions() {
      yield start
      const buffer = new Uint8Array(base64Size(Math.min(SLICE_BYTES, bytes.length)))
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
        const size = encodeBase64(bytes.subarray(at, at + SLICE_BYTES), buffer)
        yield buffer.subarray(0, size)
      }
      yield end
    },
  }
}

const base64Size = (size: number): number => Math.ceil(size / 3) * 4

/** Returns the number of written bytes. */
function encodeBase64(bytes: Bytes, into: Bytes): number {
  let to = 0
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    into[to++] = DIGITS[three >> 18] ?? 0
    into[to++] = DIGITS[(three >> 12) & 63] ?? 0
    into[to++] = DIGITS[(three >> 6) & 63] ?? 0
    into[to++] = DIGITS[three & 63] ?? 0
  }
  const missing = (3 - (bytes.length % 3)) % 3
  into.fill(PADDING, to - missing, to)

  return to
}
