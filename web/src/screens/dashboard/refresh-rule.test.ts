import { expect, test } from 'vitest'
import { isRefreshDue } from './refresh-rule.ts'

const MINUTE = 60_000

test.each([
  [16, 20, true],
  [16, 10, true],
  [15, 20, false],
  [16, 9, false],
  [1, 60, false],
])('hidden for %i minutes, refreshed %i minutes ago: %s', (hidden, age, isDue) => {
  expect(isRefreshDue({ hiddenMs: hidden * MINUTE, ageMs: age * MINUTE })).toBe(isDue)
})
