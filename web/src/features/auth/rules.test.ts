import { expect, test } from 'vitest'
import { emailError, newPasswordErrors } from './rules.ts'

test.each([
  ['', 'errors.emailRequired'],
  ['  ', 'errors.emailRequired'],
  ['mia', 'errors.invalidEmail'],
  ['mia@', 'errors.invalidEmail'],
  ['mia torres@example.test', 'errors.invalidEmail'],
  ['mia@example.test', null],
  [' mia@example.test ', null],
  ['mia+tag@localhost', null],
])('the e-mail "%s" gives %s', (email, error) => {
  expect(emailError(email)).toBe(error)
})

test.each([
  ['12345', 'errors.passwordTooShort'],
  ['🚢🚢🚢🚢🚢', 'errors.passwordTooShort'],
  ['ñ'.repeat(37), 'errors.passwordTooLong'],
])('the password "%s" gives %s, whatever was repeated', (password, error) => {
  expect(newPasswordErrors({ password, confirmation: 'other' })).toEqual({ password: error })
})

test.each(['123456', 'x'.repeat(72)])('the password "%s" is accepted', (password) => {
  expect(newPasswordErrors({ password, confirmation: password })).toEqual({})
})

test('both passwords must be the same', () => {
  expect(newPasswordErrors({ password: 'secret-1', confirmation: 'secret-2' })).toEqual({
    confirmation: 'errors.passwordsDiffer',
  })
})
