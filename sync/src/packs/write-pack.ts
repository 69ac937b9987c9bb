import { type Bytes, encodeUtf8 } from '#objects/bytes.ts'
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
  const pack = openParts()
  pack.add(header)
  for (const { type, body } of objects) {
    pack.add(objectHeader(TYPES[type], body.length))
    await deflate(body, pack.add)
  }
  return pack.end()
}

const PART_BYTES = 256 * 1024

/** Collects what comes in small pieces into few parts, by one buffer, because a Blob copies what it is given. */
function openParts() {
  const sha1 = openSha1()
  const parts: Blob[] = []
  const buffer = new Uint8Array(PART_BYTES)
  let filled = 0
  const flush = () => {
    const part = buffer.subarray(0, filled)
    sha1.update(part)
    parts.push(new Blob([part]))
    filled = 0
  }

  return {
    add(bytes: Bytes): void {
      for (let at = 0; at < bytes.length; ) {
        const some = bytes.subarray(at, at + PART_BYTES - filled)
        buffer.set(some, filled)
        filled += some.length
        at += some.length
        if (filled === PART_BYTES) flush()
      }
    },
    end(): Blob {
      flush()
      return new Blob([...parts, sha1.end()])
    },
  }
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

const SLICE_BYTES = 256 * 1024

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
    for (;;) {
      const { value } = await reader.read()
      if (!value) return
      onPart(value)
    }
  }
  await Promise.all([write(), read()])
}
