import { expect, test } from 'vitest'
import { listOf, orNull, recordOf, rowsOf, scalarOf } from './reply-shape.ts'

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

const reply = recordOf({
  price: 'number',
  words: listOf(scalarOf('text')),
  done: [true],
  plan: orNull(recordOf({ name: 'text' })),
})

test('a record may have lists and records in it', () => {
  const sent = { price: 9.5, words: ['a'], done: true, plan: { name: 'Pro' } }

  expect(reply.parse({ ...sent, plan: { name: 'Pro', more: 1 } })).toEqual(sent)
  expect(reply.parse({ ...sent, plan: null })).toEqual({ ...sent, plan: null })
})

test.each([
  ['null instead of a record', null],
  ['a word instead of a number', { price: '9', words: [], done: true, plan: null }],
  ['a number in a list of words', { price: 9, words: [1], done: true, plan: null }],
  ['no list', { price: 9, words: 'a', done: true, plan: null }],
  ['another literal', { price: 9, words: [], done: false, plan: null }],
  ['an inner record that is incomplete', { price: 9, words: [], done: true, plan: {} }],
  ['an inner record that is missing', { price: 9, words: [], done: true }],
])('%s is refused', (_, sent) => {
  expect(() => reply.parse(sent)).toThrow(TypeError)
})
