import { expect, test } from 'vitest'
import { decodeBase64 } from './decode-base64.ts'

test('pieces of any length come out as they went in', () => {
  const into = new Uint8Array(1000)
  for (let size = 0; size < 100; size++) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 37 + size * 11) % 256)

    const count = decodeBase64(Buffer.from(bytes).toString('base64'), into)

    expect(into.subarray(0, count)).toEqual(bytes)
  }
})

test('what is no base64, or longer than a piece, is refused', () => {
  const into = new Uint8Array(6)
  for (const text of ['abc', 'a===', 'ab=c', '=abc', 'ab c', 'abé=', 'AAAAAAAAAAAA']) {
    expect(() => decodeBase64(text, into), text).toThrow(RangeError)
  }
})
