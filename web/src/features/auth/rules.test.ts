import { expect, test } from 'vitest'
import { complaintAboutEmail, complaintAboutPassword, complaintAboutRepetition } from './rules.ts'

test.each([
  ['', 'errors.emailRequired'],
  ['mia', 'errors.invalidEmail'],
  ['mia@', 'errors.invalidEmail'],
  ['mia torres@example.test', 'errors.invalidEmail'],
  ['mia@example.test', null],
  ['mia+tag@localhost', null],
])('the e-mail "%s" gives %s', (email, complaint) => {
  expect(complaintAboutEmail(email)).toBe(complaint)
})

test.each([
  ['12345', 'errors.passwordTooShort'],
  ['123456', null],
  ['🚢🚢🚢🚢🚢', 'errors.passwordTooShort'],
  ['x'.repeat(72), null],
  ['ñ'.repeat(37), 'errors.passwordTooLong'],
])('the password "%s" gives %s', (password, complaint) => {
  expect(complaintAboutPassword(password)).toBe(complaint)
})

test('both passwords must be the same', () => {
  expect(complaintAboutRepetition('secret-1', 'secret-1')).toBeNull()
  expect(complaintAboutRepetition('secret-1', 'secret-2')).toBe('errors.passwordsDiffer')
})
