import type { Bytes } from '#objects/bytes.ts'
import { openRoom, type Room } from '#objects/room.ts'

/** `without_nul` finds text with two or four bytes per character within other data. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1' | 'without_nul'

/** Yielding after each portion keeps a page responsive; larger ones would let the heap grow too much. */
const PORTION_BYTES = 8 * 1024

/** The encodings to try, in order. Invalid UTF-8 is read as Latin-1. */
export function encodingsOf(bytes: Bytes): Encoding[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le', 'without_nul']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be', 'without_nul']
  if (!bytes.includes(0)) return ['utf-8']
  const guess = guessUtf16(bytes)

  return guess ? [guess, 'latin1'] : ['latin1', 'without_nul']
}

const SAMPLE_BYTES = 4096

/** UTF-16 around a secret is mostly ASCII, so every second byte is usually zero. */
function guessUtf16(bytes: Bytes): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const isMost = (count: number) => count > sample.length / 5
  const isRare = (count: number) => count <= sample.length / 100

  if (isMost(odd) && isRare(even)) return 'utf-16le'
  return isMost(even) && isRare(odd) ? 'utf-16be' : null
}

/** The text in portions; null if a portion is not in this encoding. */
export function* decodePortions(
  bytes: Bytes,
  encoding: Encoding,
): Generator<{ text: string; isLast: boolean } | null, void> {
  const decoder = new TextDecoder(encoding === 'without_nul' ? 'latin1' : encoding, {
    fatal: encoding === 'utf-8',
  })
  const room = openRoom()
  const decode = (portion: Bytes, isLast: boolean): string | null => {
    try {
      return decoder.decode(encoding === 'without_nul' ? withoutNul(portion, room) : portion, {
        stream: !isLast,
      })
    } catch {
      return null
    }
  }
  let at = 0
  do {
    const isLast = at + PORTION_BYTES >= bytes.length
    const text = decode(bytes.subarray(at, at + PORTION_BYTES), isLast)
    yield text === null ? null : { text, isLast }
    if (text === null) return
    at += PORTION_BYTES
  } while (at < bytes.length)
}

/** Replaces `filter`, which would keep a list of all bytes. */
function withoutNul(bytes: Bytes, room: Room): Bytes {
  const kept = room(bytes.length)
  let size = 0
  for (const byte of bytes) if (byte !== 0) kept[size++] = byte

  return kept.subarray(0, size)
}
