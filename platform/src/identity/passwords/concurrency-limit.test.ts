import { expect, test } from 'vitest'
import { limitConcurrency } from './hasher.ts'

const full = () => new Error('full')

test('no more tasks run at once than allowed, and they start in order', async () => {
  const limited = limitConcurrency({ atOnce: 2, longestQueue: 10, full })
  const begun: number[] = []
  let running = 0
  let most = 0

  const task = (n: number) => async () => {
    begun.push(n)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => limited(task(n))))

  expect(most).toBe(2)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('a full queue refuses further tasks, and a failed task frees its slot', async () => {
  const limited = limitConcurrency({ atOnce: 1, longestQueue: 1, full })
  let fail = (_error: Error) => {}
  const first = limited(() => new Promise((_, reject) => (fail = reject)))
  const second = limited(async () => 'done')

  await expect(limited(async () => 'late')).rejects.toThrow('full')
  fail(new Error('broken'))

  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('done')
})
