import { expect, test } from 'vitest'
import { centsOf } from './cents-of.ts'

test('an amount is read with a point or a comma, and never guessed', () => {
  expect(centsOf('4')).toBe(400)
  expect(centsOf(' 4.5 ')).toBe(450)
  expect(centsOf('4,05')).toBe(405)
  expect(centsOf('0.29')).toBe(29)
  for (const wrong of ['', '-1', '4.005', '1.000,00', '1e3', 'four', '4.']) {
    expect(centsOf(wrong), wrong).toBeNull()
  }
})
