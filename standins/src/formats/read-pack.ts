import { inflateSync } from 'node:zlib'
import type { GitObject, ObjectStore, ObjectType } from './object.ts'

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
  /** Called before each object is unpacked, with its size; throws if the sum is too large. */
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
  if (base) source.claim(resultSize(content).value)
  if (base) return { object: { type: base.type, content: applyDelta(base.content, content) }, end }

  const whole: ObjectType | null | undefined = PACKED_TYPES[type]
  if (!whole) throw new Error('An object is missing that the pack leans on')
  return { object: { type: whole, content }, end }
}

/** Three bits of type and four of size, then seven bits of size per byte. */
function readHead(pack: Buffer, start: number) {
  const first = pack[start] ?? 0
  const { value, end } = first & 0x80 ? readSize(pack, start + 1) : { value: 0, end: start + 1 }

  return { type: (first >> 4) & 0x07, size: (first & 0x0f) + value * 16, end }
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

/** Applies a git delta: copies ranges of the base and inserts new bytes. Throws if it exceeds the size that it claims. */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const parts: Buffer[] = []
  const { value: claimed, end } = resultSize(delta)
  let at = end

  for (let length = 0; at < delta.length; length += parts.at(-1)?.length ?? 0) {
    if (length > claimed) throw new Error('malformed delta')
    const command = delta[at++] ?? 0
    if (command & 0x80) {
      const [offset, afterOffset] = readBytes(delta, at, command & 0x0f, 4)
      const [size, afterSize] = readBytes(delta, afterOffset, (command >> 4) & 0x07, 3)
      parts.push(base.subarray(offset, offset + (size || 0x10000)))
      at = afterSize
    } else {
      parts.push(delta.subarray(at, at + command))
      at += command
    }
  }
  return Buffer.concat(parts)
}

/** Zero bytes of the number are omitted; the bits say which are present. */
function readBytes(bytes: Buffer, from: number, present: number, count: number): [number, number] {
  let value = 0
  let at = from
  for (let i = 0; i < count; i++) {
    if (present & (1 << i)) value += (bytes[at++] ?? 0) * 2 ** (8 * i)
  }

  return [value, at]
}

/** Git's size encoding: seven bits per byte, the lowest first. */
function readSize(bytes: Buffer, from: number): { value: number; end: number } {
  let at = from
  let byte = bytes[at++] ?? 0
  let value = byte & 0x7f
  for (let scale = 128; byte & 0x80; scale *= 128) {
    byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * scale
  }

  return { value, end: at }
}

/** A delta begins with the sizes of its base and of its result. */
const resultSize = (delta: Buffer) => readSize(delta, readSize(delta, 0).end)

/** By their type numbers in a pack, which begin at one. */
export const PACKED_TYPES: readonly (ObjectType | null)[] = [null, 'commit', 'tree', 'blob', 'tag']

/** A delta to a base at an offset, and one to a base by SHA. */
const OFFSET_DELTA = 6
const NAMED_DELTA = 7
