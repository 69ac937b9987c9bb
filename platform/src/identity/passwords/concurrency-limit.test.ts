import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

const full = () => new Error('full')

test('no more works run at once than there are lanes, and all are done in their order', async () => {
  const inLane = limitConcurrency({ lanes: 2, longestQueue: 10, full })
  const begun: number[] = []
  let running = 0
  let most = 0

  const work = (n: number) => async () => {
    begun.push(n)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => inLane(work(n))))

  expect(most).toBe(2)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('who comes when the queue is full is turned away, and a failed work frees its lane', async () => {
  const inLane = limitConcurrency({ lanes: 1, longestQueue: 1, full })
  let fail = (_error: Error) => {}
  const first = inLane(() => new Promise((_, reject) => (fail = reject)))
  const second = inLane(async () => 'done')

  await expect(inLane(async () => 'late')).rejects.toThrow('full')
  fail(new Error('broken'))

  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('done')
})
