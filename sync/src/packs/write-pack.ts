import type { LargeBody } from '#host/large-body.ts'
import { type Bytes, encodeUtf8 } from '#objects/bytes.ts'
import { openSha1 } from '#objects/sha1.ts'

export type PackObject = { type: 'commit' | 'tree' | 'blob'; body: Bytes }

const TYPES: Record<PackObject['type'], number> = { commit: 1, tree: 2, blob: 3 }
const VERSION = 2

/** A pack: a header, each compressed object, and a checksum. It is compressed while being sent. */
export const writePack = (objects: readonly PackObject[]): LargeBody => ({
  size: objects.reduce((size, { body }) => size + body.length + OVERHEAD_BYTES, HEADER_BYTES),
  async *portions() {
    const sha1 = openSha1()
    for await (const portion of joinSmall(piecesOf(objects))) {
      sha1.update(portion)
      yield portion
    }
    yield sha1.end()
  },
})

const HEADER_BYTES = 32
/** The maximum that deflate and the header add to an incompressible object. */
const OVERHEAD_BYTES = 64

async function* piecesOf(objects: readonly PackObject[]): AsyncGenerator<Bytes> {
  const header = new Uint8Array(12)
  const view = new DataView(header.buffer)
  header.set(encodeUtf8('PACK'))
  view.setUint32(4, VERSION)
  view.setUint32(8, objects.length)
  yield header
  for (const { type, body } of objects) {
    yield objectHeader(TYPES[type], body.length)
    yield* deflate(body)
  }
}

const PORTION_BYTES = 256 * 1024

/** Joins small pieces into a few portions, in one buffer. */
async function* joinSmall(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const buffer = new Uint8Array(PORTION_BYTES)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + PORTION_BYTES - filled)
      buffer.set(some, filled)
      filled += some.length
      at += some.length
      if (filled < PORTION_BYTES) continue
      yield buffer
      filled = 0
    }
  }
  yield buffer.subarray(0, filled)
}

/** Type and size: four bits of the size beside the type, then seven per byte, lowest first. */
function objectHeader(type: number, size: number): Bytes {
  const bytes = [(type << 4) | (size & 15)]
  let rest = Math.floor(size / 16)
  while (rest > 0) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128
    bytes.push(rest & 127)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from(bytes)
}

/** Equal to Node's output chunks, because unread output occupies memory too. */
const SLICE_BYTES = 16 * 1024

/** Streams in both directions, so that a large file is never in memory twice. */
async function* deflate(bytes: Bytes): AsyncGenerator<Bytes> {
  const stream = new CompressionStream('deflate')
  const write = async () => {
    const writer = stream.writable.getWriter()
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      await writer.write(bytes.subarray(at, at + SLICE_BYTES))
    }
    await writer.close()
  }
  // The reader gets the failure too.
  write().catch(() => {})
  const reader = stream.readable.getReader()
  for (;;) {
    const { value } = await reader.read()
    if (!value) return
    yield value
  }
}
