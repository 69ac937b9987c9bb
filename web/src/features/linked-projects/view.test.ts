import { expect, test } from 'vitest'
import { rangeOf } from '#api/linked-projects.ts'
import { readView, writeView } from './view.ts'

const USUAL = { words: '', sort: 'newest', page: 1, isUnlinked: false } as const

test('an address that says nothing, or nonsense, shows the newest from the first', () => {
  expect(readView(new URLSearchParams())).toEqual(USUAL)
  expect(readView(new URLSearchParams('sort=colour&page=-3&show=all'))).toEqual(USUAL)
})

test('what is written is read again', () => {
  const view = { words: 'tide & time', sort: 'name', page: 3, isUnlinked: true } as const

  expect(readView(new URLSearchParams(writeView(USUAL, view)))).toEqual(view)
})

test('another search or order begins at the first page', () => {
  const far = { ...USUAL, page: 7 }

  expect(writeView(far, { sort: 'synced' })).toBe('?sort=synced')
  expect(writeView(far, { page: 8 })).toBe('?page=8')
})

test('a page holds twenty', () => {
  expect(rangeOf(1)).toEqual([0, 19])
  expect(rangeOf(3)).toEqual([40, 59])
})
