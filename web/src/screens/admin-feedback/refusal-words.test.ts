import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { allMessages } from '#i18n/all-messages.ts'
import { refusalWords } from './refusal-words.ts'

const { t } = createTranslator('en', allMessages.en)

test('a refusal names the status and then the reason', () => {
  const error = new FunctionError(409, {
    code: 'issue_refused',
    error: 'GitHub refused the issue: Issues are disabled',
  })

  expect(refusalWords(t, 'admin.feedback.issue.failed', error)).toBe(
    'Failed to create GitHub issue: Conflict. GitHub refused the issue: Issues are disabled',
  )
})

test('without an answer there is only the reason', () => {
  expect(refusalWords(t, 'admin.feedback.deleteFailed', new Error('Failed to fetch'))).toBe(
    "Failed to delete feedback: Couldn't reach the server. Check your connection and try again.",
  )
})
