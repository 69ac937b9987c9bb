import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { refusalReason, signInWords } from './sign-in-words.ts'

const english = createTranslator('en', allMessages.en).t
const spanish = createTranslator('es', allMessages.es).t

test('events and refusals are told in words, in the language of the page', () => {
  expect(signInWords(english, 'login')).toBe('Signed in')
  expect(signInWords(spanish, 'user_recovery_requested')).toBe('Pidió restablecer la contraseña')
  expect(refusalReason(english, 'invalid_credentials')).toBe('Wrong password')
  expect(refusalReason(spanish, 'user_banned')).toBe('Bloqueado')
})

test('a code that nobody has words for is not shown as it is', () => {
  expect(signInWords(english, 'something_new')).toBe('Another event')
  expect(refusalReason(english, 'something_new')).toBe('Refused')
})
