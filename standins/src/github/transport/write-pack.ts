import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PACKED_TYPES } from '#formats/packed-types.ts'
import type { Git } from '#github/git/git.ts'

const VERSION = 2

/** A pack without deltas: stand-in repositories are small. */
export function writePack(git: Git, shas: Iterable<string>): Buffer {
  const entries = [...shas].flatMap((sha) => {
    const object = git.objects.read(sha)
    if (!object) return []
    const type = PACKED_TYPES.indexOf(object.type)
    return [entryHead(type, object.content.length), deflateSync(object.content)]
  })
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(VERSION, 4)
  head.writeUInt32BE(entries.length / 2, 8)
  const pack = Buffer.concat([head, ...entries])

  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}

/** Three bits of type and four of size, then seven bits of size per byte. */
function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)]
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, left & 0x7f)
  }

  return Buffer.from(bytes)
}
