import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test.each([
  [undefined, null],
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=-5', { from: 95, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=50-5000', { from: 50, to: 99 }],
  ['bytes=99-99', { from: 99, to: 99 }],
  ['Bytes=0-0', { from: 0, to: 0 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-8', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', 'unsatisfiable'],
  ['bytes=a-b', 'unsatisfiable'],
  ['bytes=', 'unsatisfiable'],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
])('of 100 bytes, %j asks for %j', (header, stretch) => {
  expect(readRange(header, 100)).toEqual(stretch)
})
