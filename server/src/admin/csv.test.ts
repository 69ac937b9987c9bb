import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'a cell that begins like the formula %j is text',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test('commas, quotes and line ends stay inside their cell', () => {
  expect(csvLine(['a,b', 'say "x"', 'one\ntwo', 'plain'])).toBe(
    '"a,b","say ""x""","one\ntwo",plain\r\n',
  )
})

test('times are ISO, numbers are numbers, nothing is nothing', () => {
  expect(csvLine([new Date('2026-01-02T03:04:05Z'), -7, true, null, ''])).toBe(
    '2026-01-02T03:04:05.000Z,-7,true,,\r\n',
  )
})
