import { expect, test } from 'vitest'
import { mayRemind, nextPushAt } from './idle-rule.ts'

const MINUTE = 60_000

const pace = {
  changedAt: 100 * MINUTE,
  settledAt: 0,
  triedAt: 0,
  snoozedUntil: 0,
  idleMinutes: 5,
  everyMinutes: 10,
}

test('a push is due after the minutes without a change', () => {
  expect(nextPushAt(pace)).toBe(105 * MINUTE)
})

test('two pushes are never closer than the member wants', () => {
  expect(nextPushAt({ ...pace, triedAt: 99 * MINUTE })).toBe(109 * MINUTE)
})

test('a snooze holds it back', () => {
  expect(nextPushAt({ ...pace, snoozedUntil: 120 * MINUTE })).toBe(120 * MINUTE)
})

test('what is pushed, or waits for a person, is not pushed again', () => {
  expect(nextPushAt({ ...pace, settledAt: 100 * MINUTE })).toBeNull()
})

test('a reminder comes once a day', () => {
  expect(mayRemind(0, 1440 * MINUTE)).toBe(true)
  expect(mayRemind(1, 1440 * MINUTE)).toBe(false)
  // The clock was set back by two days.
  expect(mayRemind(2880 * MINUTE, 0)).toBe(true)
})
