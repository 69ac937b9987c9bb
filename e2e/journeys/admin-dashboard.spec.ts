import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'

test('every chart says its numbers in a sentence and in a table, by keyboard alone', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/admin')
  const chart = page.getByRole('figure').filter({ hasText: 'came in' })
  const sentence = await chart.locator('figcaption').innerText()
  const [, total] = /^(\d+) came in/.exec(sentence) ?? []

  await chart.locator('summary').focus()
  await page.keyboard.press('Enter')

  const table = chart.getByRole('table', { name: 'Feedback in and resolved' })
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'In', 'Resolved'])
  const numbers = await table.locator('tbody tr td:nth-child(2)').allInnerTexts()
  expect(numbers).toHaveLength(30)
  // In the first minutes of a day, today has no number yet.
  const counted = numbers.filter((number) => number !== '–')
  expect(counted.length).toBeGreaterThanOrEqual(29)
  expect(counted.reduce((sum, number) => sum + Number(number), 0)).toBe(Number(total))
  await expect(page.getByRole('figure')).toHaveCount(6)
})
