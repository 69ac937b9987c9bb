import { expect, test } from 'vitest'
import { isAllowedType, isMimePattern } from './mime-types.ts'

test.each([
  [null, 'application/x-anything', true],
  [[], 'text/html', true],
  [['image/png'], 'image/png', true],
  [['image/png'], 'IMAGE/PNG; charset=binary', true],
  [['image/png'], 'image/png2', false],
  [['image/png'], 'image/jpeg', false],
  [['image/*'], 'image/webp', true],
  [['image/*'], 'imagex/webp', false],
  [['*'], 'text/html', true],
  [['image/png'], '', false],
])('a bucket that takes %j and a file of type %j: %j', (patterns, type, isAllowed) => {
  expect(isAllowedType(patterns, type)).toBe(isAllowed)
})

test('a pattern is a type, a family of types, or everything', () => {
  expect(['image/png', 'image/*', '*', 'application/vnd.ms-excel'].map(isMimePattern)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['', 'image', '*/png', 'a b/c', `image/${'x'.repeat(1000)}`].some(isMimePattern)).toBe(
    false,
  )
})
