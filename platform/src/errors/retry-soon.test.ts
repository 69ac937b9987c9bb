import { expect, test } from 'vitest'
import { soonS } from './retry-soon.ts'

test('clients are sent away for one to ten seconds, by chance', () => {
  const waits = new Set(Array.from({ length: 500 }, soonS))

  expect([...waits].sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
