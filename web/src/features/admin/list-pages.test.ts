import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { countWords } from './list-pages.tsx'

test('a count is exact up to ten thousand, and then says that it is not', () => {
  const { t } = createTranslator('en', allMessages.en)

  expect(countWords(t, 1)).toBe('1 item')
  expect(countWords(t, 10_000)).toBe('10,000 items')
  expect(countWords(t, 10_001)).toBe('10,000+ items')
})
