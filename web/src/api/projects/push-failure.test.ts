import { SYNC_ERROR_CODES } from '@app/sync/sync-error'
import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { pushFailureText } from './push-failure.ts'

const english = createTranslator('en', allMessages.en).t
const spanish = createTranslator('es', allMessages.es).t

test('a refusal of GitHub is told in the language of the page', () => {
  expect(pushFailureText(english, 'branch_protected')).toBe(
    'GitHub refused the push: the branch takes changes only by pull request.',
  )
  expect(pushFailureText(spanish, 'branch_protected')).toBe(
    'GitHub rechazó el push: la rama solo acepta cambios mediante pull request.',
  )
})

test('a token that lacks a permission is told as that', () => {
  expect(pushFailureText(english, 'token_not_allowed')).toBe(
    'GitHub refused the push: the token lacks a permission that this needs.',
  )
  expect(pushFailureText(spanish, 'token_not_allowed')).toBe(
    'GitHub rechazó el push: al token le falta un permiso necesario.',
  )
})

test.each([...SYNC_ERROR_CODES, 'unknown', 'a_code_of_tomorrow'])(
  'no code is shown as it is: %s',
  (code) => {
    for (const t of [english, spanish]) expect(pushFailureText(t, code)).not.toMatch(/_|^unknown$/)
    expect(pushFailureText(spanish, code)).not.toBe(pushFailureText(english, code))
  },
)

test('a sentence of an older record stays', () => {
  expect(pushFailureText(spanish, 'GitHub answered 502')).toBe('GitHub answered 502')
})
