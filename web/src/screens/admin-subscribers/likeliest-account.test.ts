import { expect, test } from 'vitest'
import { likeliestAccount } from './likeliest-account.ts'

const account = (id: string, why: 'address' | 'checkout') => ({
  id,
  why,
  email: null,
  displayName: null,
})

test.each([
  ['nobody', [], ''],
  ['the only one who began to buy', [account('a', 'checkout')], 'a'],
  ['nobody of several who began to buy', [account('a', 'checkout'), account('b', 'checkout')], ''],
  ['the account of the address', [account('a', 'address'), account('b', 'checkout')], 'a'],
  ['nobody of two with the address', [account('a', 'address'), account('b', 'address')], ''],
])('chosen beforehand: %s', (_name, suggestions, id) => {
  expect(likeliestAccount(suggestions)).toBe(id)
})
