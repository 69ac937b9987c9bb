import { expect, test } from 'vitest'
import { EMPTY_DRAFT, missingIn } from './feedback.ts'

test('feedback needs a category first, then words', () => {
  expect(missingIn(EMPTY_DRAFT)).toBe('feedback.categoryRequired')
  expect(missingIn({ ...EMPTY_DRAFT, description: 'It is good' })).toBe('feedback.categoryRequired')
  expect(missingIn({ ...EMPTY_DRAFT, category: 'bug' })).toBe('feedback.descriptionRequired')
})

test('spaces are no words', () => {
  expect(missingIn({ ...EMPTY_DRAFT, category: 'bug', description: ' \n ' })).toBe(
    'feedback.descriptionRequired',
  )
})

test('category and words are enough; a title is not needed', () => {
  expect(missingIn({ ...EMPTY_DRAFT, category: 'other', description: 'Hello' })).toBeNull()
})
