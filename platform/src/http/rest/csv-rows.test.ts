import { expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'

test.each([
  ['a,b\n1,2', ['a b', '1 2']],
  ['a,b\r\n1,2\r\n', ['a b', '1 2']],
  ['a\r1', ['a', '1']],
  ['a\n\n1', ['a', '1']],
  ['a,b\n,', ['a b', ' ']],
  ['a\n"x,y\n""z"""', ['a', 'x,y\n"z"']],
  ['a\n""', ['a']],
  ['', []],
])('%j are rows', (text, rows) => {
  const read = csvRows(text, 100)

  expect(Array.isArray(read) && read.map((row) => row.join(' '))).toEqual(rows)
})

test.each(['a"b', '"a', '"a"b', 'a\n"x" ,y'])('%j is no CSV', (text) => {
  expect(csvRows(text, 100)).toBeNull()
})

test('a field may be as long as a body, and fields may be too many', () => {
  const long = 'a,\n'.repeat(3_000_000)

  expect(csvRows(`"${long}"`, 100)?.[0]?.[0] === long).toBe(true)
  expect(csvRows(`"${'""'.repeat(1_000_000)}"`, 1000)).toBe('too_many')
  expect(csvRows(','.repeat(1_000_000), 1000)).toBe('too_many')
})
