import { expect, test } from 'vitest'
import { isBucketName, isFileName, isReserved } from './names.ts'

test.each([
  'face.png',
  'a/b/c',
  "it's (a) name & more!",
  'folder/.emptyFolderPlaceholder',
  '..a/b..',
  'x'.repeat(1024),
])('a file may be called %j', (name) => {
  expect(isFileName(name)).toBe(true)
})

test.each([
  '',
  '..',
  '.',
  'a/../b',
  'a/./b',
  '../a',
  'a/..',
  'ünïcode',
  'a%2fb',
  'a#b',
  'a\\b',
  'a\u0000b',
  'a\nb',
  'a\n',
  '~',
  '[a]',
  'x'.repeat(1025),
])('no file may be called %j', (name) => {
  expect(isFileName(name)).toBe(false)
})

test('a bucket has a name without slashes, outer blanks or a meaning of its own', () => {
  expect(['avatars', 'with space', 'a.b'].map(isBucketName)).toEqual([true, true, true])
  expect(['', ' a', 'a ', 'a/b', 'é', 'x--table-s3', 'x'.repeat(101)].some(isBucketName)).toBe(
    false,
  )
  expect(['public', 'list-v2', 'avatars'].map(isReserved)).toEqual([true, true, false])
})
