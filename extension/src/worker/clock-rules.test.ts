import { expect, test } from 'vitest'
import { isYounger, withoutFuture } from './clock-rules.ts'

const MINUTE = 60_000

test('what is young stays so through a small correction of the clock, and through no large one', () => {
  expect(isYounger(0, 5 * MINUTE, 4 * MINUTE)).toBe(true)
  expect(isYounger(0, 5 * MINUTE, 5 * MINUTE)).toBe(false)
  expect(isYounger(MINUTE, 5 * MINUTE, 0)).toBe(true)
  expect(isYounger(60 * MINUTE, 5 * MINUTE, 0)).toBe(false)
})

test('times that lie ahead are forgotten', () => {
  expect(withoutFuture({ past: 1, now: 2, ahead: 3 }, 2)).toEqual({ past: 1, now: 2 })
})
