import { inflateSync } from 'node:zlib'
import { applyDelta, deltaResultSize } from './apply-delta.ts'
import type { GitObject, ObjectStore, ObjectType } from './object.ts'
import { NAMED_DELTA, OFFSET_DELTA, PACKED_TYPES } from './packed-types.ts'

const HEAD_BYTES = 12
const SHA_BYTES = 20

/** The unpacked objects are larger than the receiver accepts. */
export class PackTooLarge extends Error {}

/** Stores the objects of a pack. Throws if it is invalid, too large, or a delta's base is missing. */
export function readPack(objects: ObjectStore, pack: Buffer, maxBytes = Infinity): void {
  if (pack.toString('latin1', 0, 4) !== 'PACK') throw new Error('This is no pack')
  const byOffset = new Map<number, GitObject>()
  let at = HEAD_BYTES
  let leftBytes = maxBytes

  for (let left = pack.readUInt32BE(8); left > 0; left--) {
    const { object, end } = readEntry(pack, at, {
      named: (sha) => objects.read(sha),
      before: (offset) => byOffset.get(offset),
      claim(size) {
        leftBytes -= size
        if (leftBytes < 0) throw new PackTooLarge()
      },
    })
    byOffset.set(at, object)
    objects.write(object)
    at = end
  }
}

type Source = {
  named(sha: string): GitObject | undefined
  before(offset: number): GitObject | undefined
  /** Called with each size before so much is unpacked. */
  claim(size: number): void
}

function readEntry(
  pack: Buffer,
  start: number,
  source: Source,
): { object: GitObject; end: number } {
  const head = readHead(pack, start)
  const { type, size } = head
  let at = head.end
  let base: GitObject | undefined
  source.claim(size)

  if (type === NAMED_DELTA) {
    base = source.named(pack.toString('hex', at, at + SHA_BYTES))
    at += SHA_BYTES
  } else if (type === OFFSET_DELTA) {
    const distance = readDistance(pack, at)
    base = source.before(start - distance.value)
    at = distance.end
  }
  const { content, length } = inflateAt(pack, at, size)
  const end = at + length
  if (base) source.claim(deltaResultSize(content))
  if (base) return { object: { type: base.type, content: applyDelta(base.content, content) }, end }

  const whole: ObjectType | null | undefined = PACKED_TYPES[type]
  if (!whole) throw new Error('An object is missing that the pack leans on')
  return { object: { type: whole, content }, end }
}

/** Three bits of type and four of size, then seven bits of size per byte. */
function readHead(pack: Buffer, start: number) {
  let at = start
  let byte = pack[at++] ?? 0
  const type = (byte >> 4) & 0x07
  let size = byte & 0x0f
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = pack[at++] ?? 0
    size += (byte & 0x7f) * scale
  }

  return { type, size, end: at }
}

/** Git's offset encoding: seven bits per byte, with one added for each continuation. */
function readDistance(pack: Buffer, from: number): { value: number; end: number } {
  let at = from
  let byte = pack[at++] ?? 0
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = pack[at++] ?? 0
    value = (value + 1) * 128 + (byte & 0x7f)
  }

  return { value, end: at }
}

/** A pack does not store compressed lengths; the inflater reports how much it read. */
function inflateAt(pack: Buffer, at: number, size: number): { content: Buffer; length: number } {
  const options = { info: true, maxOutputLength: Math.max(1, size) }
  const { buffer, engine } = inflateSync(pack.subarray(at), options) as unknown as {
    buffer: Buffer
    engine: { bytesWritten: number }
  }

  return { content: buffer, length: engine.bytesWritten }
}
