import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { allMessages } from '#i18n/all-messages.ts'
import { CallbackFailure, callbackFailureOf, callbackMessage } from './callback-failure.ts'

const { t } = createTranslator('en', allMessages.en)

test.each([
  [{ error: 'The code passed is incorrect or expired.' }, expired()],
  [{ error: 'whatever', code: 'STATE_INVALID' }, expired()],
  [{ error: 'GitHub does not answer right now' }, 'GitHub does not answer right now'],
  [{}, 'Failed to authenticate with GitHub'],
])('a function that says %j is told as “%s”', (reply, text) => {
  const failure = callbackFailureOf(new FunctionError(400, reply))

  expect(callbackMessage(t, failure)).toBe(text)
})

test('anything else is a failed authentication', () => {
  const failure = callbackFailureOf(new TypeError('Failed to fetch'))

  expect(callbackMessage(t, failure)).toBe('Authentication failed')
})

test("GitHub's refusal is passed on by its name", () => {
  const failure = new CallbackFailure('refused', 'access_denied')

  expect(callbackMessage(t, failure)).toBe('GitHub OAuth error: access_denied')
})

function expired(): string {
  return 'Authorization code expired. Please try connecting again.'
}
