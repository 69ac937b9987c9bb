import { expect, test } from 'vitest'
import type { OwnCopy } from '#store/storage.ts'
import {
  commitWithTree,
  copyName,
  deletionAt,
  descriptionOf,
  isOpenCopy,
  isOurs,
  isPostponed,
  isPublicCopy,
  waitAfter,
} from './copy-rules.ts'

test('a name has 26 characters that tell nothing', () => {
  expect(copyName(Uint8Array.from({ length: 26 }, (_, i) => i * 9))).toMatch(/^ferry-[a-z2-7]{26}$/)
})

test('only a repository with the same number and description is deleted', () => {
  const copy = { id: 'x', repositoryId: 7 }

  expect(isOurs(copy, { id: 7, description: descriptionOf('x') })).toBe(true)
  expect(isOurs(copy, { id: 8, description: descriptionOf('x') })).toBe(false)
  expect(isOurs(copy, { id: 7, description: 'mine' })).toBe(false)
})

test('what was made stays on the list until it is gone, whatever failed', () => {
  expect(isOpenCopy(copyIn({ status: 'failed' }))).toBe(true)
  expect(isOpenCopy(copyIn({ status: 'failed', deleted_at: 'now' }))).toBe(false)
  expect(isOpenCopy(copyIn({ status: 'asking' }))).toBe(false)
  expect(isPublicCopy(copyIn({ status: 'failed', made_public_at: 'then' }))).toBe(true)
})

test('a deletion that fails is tried again after 30 seconds, then less and less often', () => {
  const waits = Array.from({ length: 9 }, (_, tries) => waitAfter(tries) / 1000)

  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  expect(isPostponed(copyIn({ tryAgainAt: 30_001 }), 30_000)).toBe(true)
  expect(isPostponed(copyIn({ tryAgainAt: 30_000 }), 30_000)).toBe(false)
})

test('a clock that was set back neither postpones a deletion nor keeps a copy public for longer', () => {
  const DAY = 24 * 60 * 60_000
  const copy = copyIn({ delete_at: new Date(DAY + 60_000).toISOString(), tryAgainAt: DAY })

  expect(isPostponed(copy, 0)).toBe(false)
  expect(deletionAt(copy, 0)).toBe(0)
  expect(deletionAt({ ...copy, tryAgainAt: null }, DAY)).toBe(DAY + 60_000)
})

test('the copied commit is the newest one with the very same files', () => {
  const commits = [
    { sha: 'c', tree: 'later' },
    { sha: 'b', tree: 'copied' },
    { sha: 'a', tree: 'copied' },
  ]

  expect(commitWithTree(commits, 'copied')).toBe('b')
  expect(commitWithTree(commits, 'other')).toBeNull()
})

const copyIn = (part: Partial<OwnCopy>) =>
  ({ deleted_at: null, made_public_at: null, ...part }) as OwnCopy
