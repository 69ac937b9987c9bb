import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type GitObject, shaOf } from './object.ts'
import { PackTooLarge, readPack } from './read-pack.ts'

const BLOB = 3
const MIB = 1024 * 1024

test('a pack is refused by the size that its objects claim, before they are unpacked', () => {
  const pack = packOf(8 * MIB, Buffer.from('not even compressed'))

  expect(() => readPack(store(), pack, MIB)).toThrow(PackTooLarge)
})

test('an object that is larger than it claims is not unpacked', () => {
  const pack = packOf(10, deflateSync(Buffer.alloc(8 * MIB)))

  expect(() => readPack(store(), pack, MIB)).toThrow(/larger than|maxOutputLength|Cannot create/i)
})

test('an object of the claimed size is stored', () => {
  const objects = store()

  readPack(objects, packOf(3, deflateSync(Buffer.from('abc'))), MIB)

  expect(objects.stored.map(({ content }) => content.toString())).toEqual(['abc'])
})

function store() {
  const stored: GitObject[] = []

  return {
    stored,
    read: () => undefined,
    write(object: GitObject) {
      stored.push(object)
      return shaOf(object)
    },
  }
}

function packOf(size: number, body: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(1, 8)
  const bytes = [(BLOB << 4) | (size & 0x0f)]
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, left & 0x7f)
  }

  return Buffer.concat([head, Buffer.from(bytes), body])
}
