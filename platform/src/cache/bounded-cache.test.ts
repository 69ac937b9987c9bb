import { expect, test } from 'vitest'
import { BoundedCache, byLength } from './bounded-cache.ts'

test('a full cache is cleared, or drops its oldest entries', () => {
  const cleared = new BoundedCache<number>({ most: 2, whenFull: 'clear' })
  const dropping = new BoundedCache<number>({ most: 2, whenFull: 'drop oldest' })

  for (const cache of [cleared, dropping]) for (const key of ['a', 'b', 'c']) cache.set(key, 1)

  expect(['a', 'b', 'c'].map((key) => cleared.get(key))).toEqual([undefined, undefined, 1])
  expect(['a', 'b', 'c'].map((key) => dropping.get(key))).toEqual([undefined, 1, 1])
})

test('an entry that is set again or deleted is counted once or not at all', () => {
  const cache = new BoundedCache<number>({ most: 100, weigh: byLength, whenFull: 'drop oldest' })

  cache.set('four', 1)
  cache.set('four', 2)
  cache.set('seven..', 3)
  cache.delete('seven..')

  expect(cache.size()).toEqual({ entries: 1, weight: 4 })
  expect(cache.get('four')).toBe(2)
})

test('a key that is too long is not kept', () => {
  const cache = new BoundedCache<number>({ most: 100, longestKey: 3, whenFull: 'clear' })

  cache.set('long', 1)

  expect(cache.size().entries).toBe(0)
})

test('growth of a kept value counts', () => {
  const cache = new BoundedCache<number>({ most: 10, weigh: byLength, whenFull: 'clear' })

  cache.set('key', 1)
  cache.grow(8)

  expect(cache.get('key')).toBeUndefined()
})
