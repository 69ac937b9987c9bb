import { expect, test } from 'vitest'
import { rowsOf } from './row-shape.ts'

const rows = rowsOf({ id: 'text', count: 'int or null', isMine: 'boolean', state: ['on', 'off'] })

test('rows of the shape are given back, without columns that it does not name', () => {
  const row = { id: 'a', count: null, isMine: true, state: 'on' }

  expect(rows.parse([{ ...row, more: 1 }])).toEqual([row])
})

test.each([
  ['a row', {}],
  ['a column missing', [{ id: 'a', isMine: true, state: 'on' }]],
  ['a fraction', [{ id: 'a', count: 1.5, isMine: true, state: 'on' }]],
  ['null where it may not be', [{ id: null, count: 1, isMine: true, state: 'on' }]],
  ['another word', [{ id: 'a', count: 1, isMine: true, state: 'maybe' }]],
])('%s is refused', (_, reply) => {
  expect(() => rows.parse(reply)).toThrow(TypeError)
})
