import { expect, test } from 'vitest'
import { readFileSize } from './file-size.ts'

test.each([
  [1024, 1024],
  ['20mb', 20_000_000],
  ['1.5KB', 1500],
  ['3Gb', 3_000_000_000],
  ['7b', 7],
  ['512', 512],
])('%j is %d bytes', (size, bytes) => {
  expect(readFileSize(size)).toBe(bytes)
})

test.each([-1, 1.5, Number.NaN, '', 'mb', '1 tb', '-1mb', '1e9', '9'.repeat(30)])(
  '%j is no size',
  (size) => {
    expect(readFileSize(size)).toBeNull()
  },
)
