import { expect, test } from 'vitest'
import { Bucket, Buckets } from './buckets.ts'

test('a bucket gives its burst at once, then what its rate refills', () => {
  const bucket = new Bucket({ burst: 2, perSecond: 1 }, 0)

  const taken = [0, 0, 0, 999, 1_000, 1_000, 60_000, 60_000, 60_000].map((at) => bucket.take(at))

  expect(taken).toEqual([true, true, false, false, true, false, true, true, false])
})

test('keys have buckets of their own, and full ones are forgotten', () => {
  const buckets = new Buckets({ burst: 1, perSecond: 1 })

  const taken = [buckets.take('a', 0), buckets.take('a', 0), buckets.take('b', 500)]
  buckets.sweep(1_200)

  expect(taken).toEqual([true, false, true])
  expect([buckets.used('a', 1_200), buckets.used('b', 1_200)]).toEqual([0, 1])
})
