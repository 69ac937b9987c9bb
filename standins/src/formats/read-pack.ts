import { inflateSync } from 'node:zlib'
import { applyDelta } from './apply-delta.ts'
import type { GitObject, ObjectStore, ObjectType } from './object.ts'
import { NAMED_DELTA, OFFSET_DELTA, PACKED_TYPES } from './packed-types.ts'

const HEAD_BYTES = 12
const SHA_BYTES = 20

/** Stores the objects of a pack. Throws if it is invalid or a delta's base is missing. */
export function readPack(objects: ObjectStore, pack: Buffer): void {
  if (pack.toString('latin1', 0, 4) !== 'PACK') throw new Error('This is no pack')
  const byOffset = new Map<number, GitObject>()
  let at = HEAD_BYTES

  for (let left = pack.readUInt32BE(8); left > 0; left--) {
    const { object, end } = readEntry(pack, at, {
      named: (sha) => objects.read(sha),
      before: (offset) => byOffset.get(offset),
    })
    byOffset.set(at, object)
    objects.write(object)
    at = end
  }
}

type Bases = {
  named(sha: string): GitObject | undefined
  before(offset: number): GitObject | undefined
}

function readEntry(pack: Buffer, start: number, bases: Bases): { object: GitObject; end: number } {
  let at = start
  const type = ((pack[at] ?? 0) >> 4) & 0x07
  while ((pack[at++] ?? 0) & 0x80);
  let base: GitObject | undefined

  if (type === NAMED_DELTA) {
    base = bases.named(pack.toString('hex', at, at + SHA_BYTES))
    at += SHA_BYTES
  } else if (type === OFFSET_DELTA) {
    const distance = readDistance(pack, at)
    base = bases.before(start - distance.value)
    at = distance.end
  }
  const { content, length } = inflateAt(pack, at)
  const end = at + length
  if (base) return { object: { type: base.type, content: applyDelta(base.content, content) }, end }

  const whole: ObjectType | null | undefined = PACKED_TYPES[type]
  if (!whole) throw new Error('An object is missing that the pack leans on')
  return { object: { type: whole, content }, end }
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
function inflateAt(pack: Buffer, at: number): { content: Buffer; length: number } {
  const { buffer, engine } = inflateSync(pack.subarray(at), { info: true }) as unknown as {
    buffer: Buffer
    engine: { bytesWritten: number }
  }

  return { content: buffer, length: engine.bytesWritten }
}
