import { SEEDED_DESCRIPTIONS } from '@app/contract/public-content'
import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { planWords } from './plan-words.ts'

const { t } = createTranslator('es', allMessages.es)
const description = SEEDED_DESCRIPTIONS['Pro Monthly'] ?? ''

test('the words that come with the product are shown translated', () => {
  const { text } = planWords(t, { name: 'Pro Monthly', description })

  expect(text).not.toBe(description)
  expect(text).not.toBe('')
})

test.each(['For studios.', null])(
  'what an admin has written instead is shown in every language: %s',
  (written) => {
    const { text } = planWords(t, { name: 'Pro Monthly', description: written })

    expect(text).toBe(written ?? '')
  },
)

test('a renamed plan keeps the words of the table', () => {
  expect(planWords(t, { name: 'Studio Monthly', description }).text).toBe(description)
})
