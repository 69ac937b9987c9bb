import { expect, test } from 'vitest'
import { barAt, highestOf, isDrawable, linePath, scaleOf } from './plot-geometry.ts'

test('a line goes from the middle of each day to the next', () => {
  expect(linePath([0, 10, 5], 10)).toBe('M100 120h0.01L300 0L500 60')
})

test('a day without a value interrupts the line, and a day alone is a dot', () => {
  expect(linePath([1, null, 1, null], 1)).toBe('M75 0h0.01M375 0h0.01')
})

test('two bars share the width of a day', () => {
  const day = { index: 1, count: 3 }

  const first = barAt(day, { place: 0, of: 2 }, 5, 10)
  const second = barAt(day, { place: 1, of: 2 }, 10, 10)

  expect(first).toEqual({ x: 225, y: 60, width: 75, height: 60 })
  expect(second).toEqual({ x: 300, y: 0, width: 75, height: 120 })
})

test('where nothing happened a bar has no height', () => {
  expect(highestOf([[0, null]])).toBe(0)
  expect(barAt({ index: 0, count: 1 }, { place: 0, of: 1 }, 0, 0).height).toBe(0)
})

test.each([
  [0, 4],
  [1, 4],
  [4, 4],
  [7, 8],
  [11, 15],
  [48, 50],
  [3300, 4000],
])('an axis for %i ends at %i', (highest, end) => {
  expect(scaleOf(highest)).toBe(end)
})

test('one day with a value is no course', () => {
  expect(isDrawable([[null, 3]])).toBe(false)
  expect(
    isDrawable([
      [null, 3],
      [0, 3],
    ]),
  ).toBe(true)
})
