import { expect, test } from 'vitest'
import { mentionedTasks } from './close-mentioned-tasks.ts'

test.each([
  ['fixes #12', [12]],
  ['#3 and #4, and #3 again', [3, 4]],
  ['(closes #7)', [7]],
  ['Merge pull request #9\n\nfixes #10.', [9, 10]],
])('%j mentions %j', (message, numbers) => {
  expect(mentionedTasks([message])).toEqual(numbers)
})

test.each([
  '#0',
  '#012',
  '#99999999999',
  'color: #123abc',
  'other/repository#12',
  'https://example.test/#12',
  '##12',
  '&#12;',
  'issue #１２',
])('%j mentions no task', (message) => {
  expect(mentionedTasks([message])).toEqual([])
})

test('a list of numbers is cut', () => {
  const message = Array.from({ length: 100 }, (_, at) => `#${at + 1}`).join(' ')

  expect(mentionedTasks([message])).toHaveLength(20)
})

test('a huge message is read in no time', () => {
  expect(mentionedTasks(['#'.repeat(1_000_000), `${'a#'.repeat(500_000)}1`])).toEqual([])
})

test('of a message as long as a webhook only the beginning is read', () => {
  expect(mentionedTasks([`#1 ${'x'.repeat(20_000)} #2`, '#3'])).toEqual([1, 3])
})
