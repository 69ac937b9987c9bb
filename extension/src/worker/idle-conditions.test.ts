import { expect, test } from 'vitest'
import { isQuiet } from './idle-conditions.ts'

test.each([
  { idleState: 'active', isTabShown: true, isOnline: true, expected: false },
  { idleState: 'active', isTabShown: false, isOnline: true, expected: true },
  { idleState: 'idle', isTabShown: true, isOnline: true, expected: true },
  { idleState: 'locked', isTabShown: true, isOnline: true, expected: true },
  { idleState: 'idle', isTabShown: false, isOnline: false, expected: false },
] as const)('$idleState, tab shown $isTabShown, online $isOnline: $expected', (one) => {
  expect(isQuiet(one)).toBe(one.expected)
})
