import { expect, test } from 'vitest'
import { neighbour } from './use-list-keys.ts'

const IDS = ['a', 'b', 'c']

test('the keys go from row to row and stop at both ends', () => {
  expect(neighbour(IDS, 'a', 1)).toBe('b')
  expect(neighbour(IDS, 'b', -1)).toBe('a')
  expect(neighbour(IDS, 'c', 1)).toBeNull()
  expect(neighbour(IDS, 'a', -1)).toBeNull()
})

test('without a current row they go to the first', () => {
  expect(neighbour(IDS, '', 1)).toBe('a')
  expect(neighbour([], '', 1)).toBeNull()
})
