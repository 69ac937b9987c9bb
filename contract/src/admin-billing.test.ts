import { expect, test } from 'vitest'
import { isNameFor } from './admin-billing.ts'

test('the name of a plan says its interval in the words that the extension reads', () => {
  expect(isNameFor('Pro Monthly', 'month')).toBe(true)
  expect(isNameFor('Pro', 'month')).toBe(false)
  expect(isNameFor('Monthly, cheaper than Annual', 'month')).toBe(false)
  expect(isNameFor('Pro Annual', 'year')).toBe(true)
  expect(isNameFor('Pro yearly', 'year')).toBe(true)
  expect(isNameFor('Pro Monthly', 'year')).toBe(false)
  expect(isNameFor('Free', null)).toBe(true)
})
