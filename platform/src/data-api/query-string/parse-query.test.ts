import { expect, test } from 'vitest'
import { readParameters } from './parameters.ts'
import { parseQuery } from './parse-query.ts'

const read = (text: string) => parseQuery(readParameters(text), { hasArguments: false })

const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    const { message, details } = error as { message: string; details: unknown }
    return [message, details]
  }
  return null
}

test.each([
  [
    'id=noop.0',
    '"failed to parse filter (noop.0)" (line 1, column 1)',
    'unexpected "o" expecting "not" or operator (eq, gt, ...)',
  ],
  [
    'id=val',
    '"failed to parse filter (val)" (line 1, column 1)',
    'unexpected "v" expecting "not" or operator (eq, gt, ...)',
  ],
  [
    'id=fts().value',
    '"failed to parse filter (fts().value)" (line 1, column 5)',
    'unexpected ")" expecting operator (eq, gt, ...)',
  ],
  [
    'id=eq().value',
    '"failed to parse filter (eq().value)" (line 1, column 4)',
    'unexpected ")" expecting operator (eq, gt, ...)',
  ],
  [
    'id=is().value',
    '"failed to parse filter (is().value)" (line 1, column 3)',
    'unexpected "(" expecting operator (eq, gt, ...)',
  ],
  [
    'id=in().value',
    '"failed to parse filter (in().value)" (line 1, column 3)',
    'unexpected "(" expecting operator (eq, gt, ...)',
  ],
  [
    'select=id,clients(name[])',
    '"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)',
    'unexpected \'[\' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
  ],
  [
    'select=data->>-78xy',
    '"failed to parse select parameter (data->>-78xy)" (line 1, column 11)',
    'unexpected \'x\' expecting digit, "->", "::", ".", "," or end of input',
  ],
  ['select=:', '"failed to parse select parameter (:)" (line 1, column 1)', null],
  ['select=name!hint', '"failed to parse select parameter (name!hint)" (line 1, column 5)', null],
  [
    'select=*!hint',
    '"failed to parse select parameter (*!hint)" (line 1, column 2)',
    'unexpected \'!\' expecting ")", "," or end of input',
  ],
  [
    'select=name::',
    '"failed to parse select parameter (name::)" (line 1, column 7)',
    'unexpected end of input expecting letter or digit',
  ],
  [
    'order=clients(name,id)',
    '"failed to parse order (clients(name,id))" (line 1, column 8)',
    'unexpected \'(\' expecting letter, digit, "-", "->>", "->", delimiter (.), "," or end of input',
  ],
  [
    'order=id.ac',
    '"failed to parse order (id.ac)" (line 1, column 4)',
    'unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"',
  ],
  [
    'order=id.descc',
    '"failed to parse order (id.descc)" (line 1, column 8)',
    'unexpected \'c\' expecting delimiter (.), "," or end of input',
  ],
  [
    'order=id.nulsfist',
    '"failed to parse order (id.nulsfist)" (line 1, column 4)',
    'unexpected "n" expecting "asc", "desc", "nullsfirst" or "nullslast"',
  ],
  [
    'order=id.nullslasttt',
    '"failed to parse order (id.nullslasttt)" (line 1, column 13)',
    'unexpected \'t\' expecting "," or end of input',
  ],
  [
    'order=id.asc.nlsfst',
    '"failed to parse order (id.asc.nlsfst)" (line 1, column 8)',
    'unexpected "l" expecting "nullsfirst" or "nullslast"',
  ],
  [
    'or=()',
    '"failed to parse logic tree (())" (line 1, column 4)',
    'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
  ],
  [
    'or=(id.in.1,2,id.eq.3)',
    '"failed to parse logic tree ((id.in.1,2,id.eq.3))" (line 1, column 10)',
    'unexpected "1" expecting "("',
  ],
  ['or=)(', '"failed to parse logic tree ()()" (line 1, column 3)', 'unexpected ")" expecting "("'],
  [
    'and=(ord(id.eq.1,id.eq.1),id.eq.2)',
    '"failed to parse logic tree ((ord(id.eq.1,id.eq.1),id.eq.2))" (line 1, column 7)',
    'unexpected "d" expecting "("',
  ],
  [
    'or=(id.eq.1,not.xor(id.eq.2,id.eq.3))',
    '"failed to parse logic tree ((id.eq.1,not.xor(id.eq.2,id.eq.3)))" (line 1, column 16)',
    'unexpected "x" expecting logic operator (and, or)',
  ],
])('%s is refused in known words', (text, message, details) => {
  const got = refusal(text)

  expect(got?.[0]).toBe(message)
  if (details !== null) expect(got?.[1]).toBe(details)
})

test('a list may mix plain, quoted, escaped and empty elements', () => {
  const list = String.raw`a,"b,)","c\"d",e"f, g ,,"h"i,"",'j',"k"`

  const { filters } = read(`id=in.(${encodeURIComponent(list)})`)

  expect(filters[0]?.what.operation).toEqual({
    kind: 'in',
    values: ['a', 'b,)', 'c"d', 'e"f', ' g ', '', '"h"i', '', "'j'", 'k'],
  })
})
