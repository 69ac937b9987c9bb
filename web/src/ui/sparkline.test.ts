import { expect, test } from 'vitest'
import { sparklinePoints } from './sparkline.tsx'

test('the lowest value lies at the bottom, the highest at the top, the days from left to right', () => {
  expect(sparklinePoints([10, 30, 20])).toBe('0,31 60,1 120,16')
})

test('a line that never changes lies in the middle', () => {
  expect(sparklinePoints([5, 5])).toBe('0,16 120,16')
  expect(sparklinePoints([0])).toBe('0,16')
})
