import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { changeWords, daysOf, durationWords, moneyWords, shareWords } from './figure-words.ts'

const words = createTranslator('en', allMessages.en)
const figure = { name: 'pushes', part: '', base: null, base_before: null }

test('a change has a sign, and says nothing where the period before is not known', () => {
  expect(changeWords(words, { ...figure, value: 5, before: 3 }, 30)).toBe(
    '+2 against the 30 days before',
  )
  expect(changeWords(words, { ...figure, value: 3, before: 3 }, 30)).toBe('No change')
  expect(changeWords(words, { ...figure, value: 3, before: null }, 30)).toBe(
    'Nothing to compare with yet',
  )
})

test('a share names both numbers, and nothing where the whole is not known', () => {
  expect(shareWords(words, 3, 120)).toBe('3 of 120')
  expect(shareWords(words, 0, 0)).toBe('0 of 0')
  expect(shareWords(words, 3, null)).toBe('–')
})

test('a time is told in its largest unit', () => {
  expect(durationWords(words, 90 * 60)).toBe('90 min')
  expect(durationWords(words, 3 * 3600)).toBe('3 hr')
  expect(durationWords(words, 60 * 3600)).toBe('2.5 days')
})

test('an amount stays in its currency', () => {
  expect(moneyWords(words, 11.33, 'USD')).toBe('$11.33')
  expect(moneyWords(words, 9, 'EUR')).toBe('€9')
})

test('the days of a period end with the last one, across a month', () => {
  expect(daysOf({ days: 3, last_day: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
})
