import type { Change } from '@app/sync/changes'
import { expect, test } from 'vitest'
import { foldersOf } from './folders.ts'

test('up to ten files are not folded', () => {
  expect(foldersOf(changesOf(10, 'src/'))).toBeNull()
})

test('more are folded by their folder, and files without one come last', () => {
  const folders = foldersOf([
    ...changesOf(1, ''),
    ...changesOf(8, 'src/'),
    ...changesOf(3, 'src/a/'),
  ])

  expect(folders?.map(({ path, rows }) => [path, rows.length])).toEqual([
    ['src/', 8],
    ['src/a/', 3],
    ['', 1],
  ])
  expect(folders?.[1]?.rows[0]?.index).toBe(9)
})

const changesOf = (count: number, folder: string) =>
  Array.from(
    { length: count },
    (_, i): Change => ({ path: `${folder}${i}.ts`, kind: 'added', before: null, after: null }),
  )
