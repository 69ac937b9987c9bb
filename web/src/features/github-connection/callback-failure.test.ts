// @vitest-environment happy-dom

import { createTranslator } from '@app/ui/translator.ts'
import { beforeAll, expect, test } from 'vitest'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { allWords } from '#i18n/whole-library.ts'

let failures: typeof import('./callback-failure.ts')
let FunctionError: typeof import('#api/call-function.ts').FunctionError

const { t } = createTranslator('en', allWords.en)

beforeAll(async () => {
  document.body.innerHTML = configScript(exampleConfig)
  failures = await import('./callback-failure.ts')
  ;({ FunctionError } = await import('#api/call-function.ts'))
})

test.each([
  [{ error: 'The code passed is incorrect or expired.' }, expired()],
  [{ error: 'whatever', code: 'STATE_INVALID' }, expired()],
  [{ error: 'GitHub does not answer right now' }, 'GitHub does not answer right now'],
  [{}, 'Failed to authenticate with GitHub'],
])('a function that says %j is told as “%s”', (reply, text) => {
  const failure = failures.callbackFailureOf(new FunctionError(400, reply))

  expect(failures.callbackMessage(t, failure)).toBe(text)
})

test('anything else is a failed authentication', () => {
  const failure = failures.callbackFailureOf(new TypeError('Failed to fetch'))

  expect(failures.callbackMessage(t, failure)).toBe('Authentication failed')
})

test("GitHub's refusal is passed on by its name", () => {
  const failure = new failures.CallbackFailure('refused', 'access_denied')

  expect(failures.callbackMessage(t, failure)).toBe('GitHub OAuth error: access_denied')
})

function expired(): string {
  return 'Authorization code expired. Please try connecting again.'
}
