import { type Bytes, concatBytes, encodeUtf8 } from '#objects/bytes.ts'

export type PackObject = { type: 'commit' | 'tree' | 'blob'; body: Bytes }

const TYPES: Record<PackObject['type'], number> = { commit: 1, tree: 2, blob: 3 }
const VERSION = 2

/** Objects as git sends them: a header, each object compressed, and the checksum of it all. */
export async function writePack(objects: readonly PackObject[]): Promise<Bytes> {
  const header = new Uint8Array(12)
  const view = new DataView(header.buffer)
  header.set(encodeUtf8('PACK'))
  view.setUint32(4, VERSION)
  view.setUint32(8, objects.length)
  const parts: Bytes[] = [header]
  for (const { type, body } of objects) {
    parts.push(objectHeader(TYPES[type], body.length), await deflate(body))
  }
  const pack = concatBytes(parts)

  return concatBytes([pack, new Uint8Array(await crypto.subtle.digest('SHA-1', pack))])
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

async function deflate(bytes: Bytes): Promise<Bytes> {
  const stream = new CompressionStream('deflate')
  const writer = stream.writable.getWriter()
  const written = writer.write(bytes).then(() => writer.close())
  const [packed] = await Promise.all([new Response(stream.readable).arrayBuffer(), written])

  return new Uint8Array(packed)
}
