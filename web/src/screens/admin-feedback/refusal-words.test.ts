import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { allMessages } from '#i18n/all-messages.ts'
import { refusalWords } from './refusal-words.ts'

const { t } = createTranslator('en', allMessages.en)
const spanish = createTranslator('es', allMessages.es)

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

test('in Spanish only GitHub’s own words stay English', () => {
  const failed = 'admin.feedback.issue.failed'
  const refused = new FunctionError(409, {
    code: 'issue_refused',
    error: 'GitHub refused the issue: Issues are disabled',
  })
  const missing = new FunctionError(503, { code: 'feedback_repo_missing', error: 'None' })

  expect(refusalWords(spanish.t, failed, refused)).toBe(
    'No se pudo crear la incidencia en GitHub: Conflict. GitHub rechazó la incidencia: Issues are disabled',
  )
  expect(refusalWords(spanish.t, failed, missing)).toBe(
    'No se pudo crear la incidencia en GitHub: Service Unavailable. No hay un repositorio de GitHub configurado para los comentarios.',
  )
})
