import { expect, test } from 'vitest'
import { rangeOf } from '#api/projects/project-list.ts'
import { readView, writeView } from './list-view.ts'

const USUAL = { words: '', show: 'all', sort: 'synced', page: 1 } as const

test('an address that says nothing, or nonsense, shows all by last sync from the first', () => {
  expect(readView(new URLSearchParams())).toEqual(USUAL)
  expect(readView(new URLSearchParams('sort=colour&page=-3&show=everything'))).toEqual(USUAL)
})

test('what is written is read again', () => {
  const view = { words: 'tide & time', show: 'shared', sort: 'name', page: 3 } as const

  expect(readView(new URLSearchParams(writeView(USUAL, view)))).toEqual(view)
})

test('another search, filter or order begins at the first page', () => {
  const far = { ...USUAL, page: 7 }

  expect(writeView(far, { sort: 'newest' })).toBe('?sort=newest')
  expect(writeView(far, { show: 'linked' })).toBe('?show=linked')
  expect(writeView(far, { page: 8 })).toBe('?page=8')
})

test('an older address of the unlinked ones shows those that were removed', () => {
  expect(readView(new URLSearchParams('show=unlinked')).show).toBe('removed')
})

test('a page holds twenty', () => {
  expect(rangeOf(1)).toEqual([0, 19])
  expect(rangeOf(3)).toEqual([40, 59])
})
