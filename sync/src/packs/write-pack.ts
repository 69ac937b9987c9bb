import { type Bytes, concatBytes, encodeUtf8 } from '#objects/bytes.ts'
import { openSha1 } from '#objects/sha1.ts'

export type PackObject = { type: 'commit' | 'tree' | 'blob'; body: Bytes }

const TYPES: Record<PackObject['type'], number> = { commit: 1, tree: 2, blob: 3 }
const VERSION = 2

/** Objects as git sends them: a header, each object compressed, and the checksum of it all. */
export async function writePack(objects: readonly PackObject[]): Promise<Blob> {
  const header = new Uint8Array(12)
  const view = new DataView(header.buffer)
  header.set(encodeUtf8('PACK'))
  view.setUint32(4, VERSION)
  view.setUint32(8, objects.length)
  const sha1 = openSha1()
  const parts: Blob[] = []
  const add = (bytes: Bytes) => {
    sha1.update(bytes)
    parts.push(new Blob([bytes]))
  }
  add(header)
  for (const { type, body } of objects) {
    add(objectHeader(TYPES[type], body.length))
    await deflate(body, add)
  }
  return new Blob([...parts, sha1.end()])
}

/** Type and size: four bits of the size beside the type, then seven in each byte, lowest first. */
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

const SLICE_BYTES = 1_000_000

/** In portions both ways: a large file is never in memory a second time. */
async function deflate(bytes: Bytes, onPart: (part: Bytes) => void): Promise<void> {
  const stream = new CompressionStream('deflate')
  const writer = stream.writable.getWriter()
  const write = async () => {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      await writer.write(bytes.subarray(at, at + SLICE_BYTES))
    }
    await writer.close()
  }
  const read = async () => {
    const reader = stream.readable.getReader()
    let waiting: Bytes[] = []
    let size = 0
    const flush = () => {
      if (size > 0) onPart(concatBytes(waiting))
      waiting = []
      size = 0
    }
    for (;;) {
      const { value } = await reader.read()
      if (!value) return flush()
      waiting.push(value)
      size += value.length
      if (size >= SLICE_BYTES) flush()
    }
  }
  await Promise.all([write(), read()])
}
