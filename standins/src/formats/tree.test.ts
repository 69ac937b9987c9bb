import { expect, test } from 'vitest'
import { decodeTree, encodeTree } from './tree.ts'

const SHA = 'a1'.repeat(20)

test('a tree reads back', () => {
  const entries = [
    { mode: '100755' as const, name: 'a b', sha: SHA },
    { mode: '040000' as const, name: 'ñ', sha: SHA },
  ]

  expect(decodeTree(encodeTree(entries))).toEqual(entries)
})

test.each(['100644 a', '100644 a\0', `100644 a\0${'x'.repeat(19)}`])(
  'bytes that end too early (%j) are no tree, and do not loop',
  (bytes) => {
    expect(() => decodeTree(Buffer.from(bytes))).toThrow('malformed tree')
  },
)
