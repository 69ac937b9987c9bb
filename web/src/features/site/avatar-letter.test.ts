import { expect, test } from 'vitest'
import { avatarLetter } from './avatar-letter.ts'

test.each([
  ['mia Torres', 'x@example.test', 'M'],
  ['  ', 'x@example.test', 'X'],
  [null, 'x@example.test', 'X'],
  ['🚢 Captain', '', '🚢'],
  [undefined, '', '?'],
])('%s with %s shows %s', (name, email, letter) => {
  expect(avatarLetter(name, email)).toBe(letter)
})
