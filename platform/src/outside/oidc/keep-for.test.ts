import { expect, test } from 'vitest'
import { keepFor } from './keep-for.ts'

const KEPT_MS = 60_000

test('an answer is kept for a while, and asked for again after that', async () => {
  const { ask, asked, clock } = question()

  await ask()
  clock.ms = KEPT_MS - 1
  await ask()
  const within = asked()
  clock.ms = KEPT_MS
  await ask()

  expect([within, asked()]).toEqual([1, 2])
})

test('concurrent callers share one call', async () => {
  const { ask, asked } = question()

  await Promise.all([ask(), ask(), ask()])

  expect(asked()).toBe(1)
})

test('a failure is not kept', async () => {
  const { ask, asked } = question((count) => count === 1)

  await expect(ask()).rejects.toThrow('bad day')
  const second = await ask()

  expect([second, asked()]).toEqual([2, 2])
})

/** Answers with the number of times it was asked. */
function question(fails = (_count: number) => false) {
  let count = 0
  const clock = { ms: 0, now: () => new Date(clock.ms), offsetMs: () => 0 }
  const ask = keepFor(KEPT_MS, clock, async () => {
    count += 1
    if (fails(count)) throw new Error('bad day')
    return count
  })

  return { ask, asked: () => count, clock }
}
