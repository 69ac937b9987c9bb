import { expect, test } from 'vitest'
import { movedTo } from './use-row-order.ts'

const rows = ['a', 'b', 'c'].map((id) => ({ id }))
const order = (id: string, place: number) => movedTo(rows, id, place).map((row) => row.id)

test('a row moves up, down and to either end', () => {
  expect(order('b', 0)).toEqual(['b', 'a', 'c'])
  expect(order('b', 2)).toEqual(['a', 'c', 'b'])
  expect(order('c', 0)).toEqual(['c', 'a', 'b'])
})

test('beyond the ends there is nowhere to go', () => {
  expect(order('a', -1)).toEqual(['a', 'b', 'c'])
  expect(order('c', 9)).toEqual(['a', 'b', 'c'])
})

test('an unknown row changes nothing', () => {
  expect(order('x', 1)).toEqual(['a', 'b', 'c'])
})
