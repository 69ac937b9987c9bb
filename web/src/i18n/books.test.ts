import { expect, test } from 'vitest'
import { library } from './whole-library.ts'

test('both languages have the same books', () => {
  expect(Object.keys(library.es)).toEqual(Object.keys(library.en))
})

test('no subject stands in two books, where the later would hide the earlier', () => {
  const subjects = Object.values(library.en).flatMap((book) => Object.keys(book))

  expect(subjects.filter((subject, at) => subjects.indexOf(subject) !== at)).toEqual([])
})
