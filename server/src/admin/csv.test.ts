import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

const SEPARATORS = [',', ';', '\t']

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '  =1+1',
  '\n=1+1',
  '\r\n\t =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u0000=1+1',
  '"=1+1"',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  'x;=1+1;',
  'x\t=1+1\t',
  'x\n=1+1',
  'x; "=1+1"',
  'x;;=1+1',
  'x;\u3000＝1+1',
  '";=1+1;"',
])('the cell %j is text, whatever a spreadsheet takes for the separator', (text) => {
  const line = csvLine(['first', text, 'last'])

  for (const separator of SEPARATORS) {
    for (const cell of cellsOf(line, separator))
      expect([separator, isRun(cell)]).toEqual([separator, false])
  }
  expect(cellsOf(line, ',')).toHaveLength(3)
})

test('commas, quotes and line ends stay inside their cell', () => {
  expect(csvLine(['a,b', 'say "x"', 'one\ntwo', 'plain'])).toBe(
    '"a,b","say ""x""","one\ntwo",plain\r\n',
  )
})

test('signs inside of a cell stay as they are', () => {
  expect(csvLine(['a-b', 'x = 1', '{"a":-1,"b":[2,-3]}', 'a@b.test'])).toBe(
    'a-b,x = 1,"{""a"":-1,""b"":[2,-3]}",a@b.test\r\n',
  )
})

test('times are ISO, numbers are numbers, nothing is nothing', () => {
  expect(csvLine([new Date('2026-01-02T03:04:05Z'), -7, true, null, ''])).toBe(
    '2026-01-02T03:04:05.000Z,-7,true,,\r\n',
  )
})

/** As spreadsheets read a file: quotes count at the beginning of a cell only, and what follows them is taken as it is. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isAtStart = true

  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    const isEnd = !isQuoted && [separator, '\n', '\r'].includes(sign)
    if (isEnd) {
      cells.push(cell)
      cell = ''
    } else if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[at++]
    else if (sign === '"' && (isQuoted || isAtStart)) isQuoted = !isQuoted
    else cell += sign
    isAtStart = isEnd
  }
  // The line feed after the last carriage return ends an empty cell.
  return cells.slice(0, -1)
}

const isRun = (cell: string) => /^[\s"\p{C}\p{Z}]*[=+\-@＝＋－＠]/u.test(cell)
