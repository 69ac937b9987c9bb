import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'

test('an admin sees what needs them first, then the figures, and goes where each is set right', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/admin')

  const headings = page.locator('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('Needs attention')
  // The demo's admin has no second factor.
  const matter = page.getByRole('link', { name: /admins? ha(s|ve) no second factor/ })
  await expect(matter).toBeVisible()
  await expect(figure(page, 'MRR')).toHaveText(/^\$\d/)
  await expect(figure(page, 'Linked projects')).toHaveText(/^\d+$/)
  await expect(figure(page, 'Churn')).toHaveText(/^\d+ of \d+$/)

  await matter.click()

  await expect(page).toHaveURL(/\/admin\/users\?role=admin&factor=without$/)
})

test('the period stands in the address: a link opens it, Back leads to the one before', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/admin?days=7')
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()

  await page.getByText('90 days', { exact: true }).click()
  await expect(page).toHaveURL(/\/admin\?days=90$/)
  await expect(page.getByText('against the 90 days before').first()).toBeVisible()
  await page.goBack()

  await expect(page).toHaveURL(/\/admin\?days=7$/)
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
})

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

test('feedback is counted by day and kind in a tab of its own', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/feedback')

  await page.getByRole('tab', { name: 'Analytics' }).click()

  await expect(page).toHaveURL(/\/admin\/feedback\?tab=analytics$/)
  await expect(page.getByRole('heading', { name: 'By category' })).toBeVisible()
  await page.getByText('7 days', { exact: true }).click()
  await expect(page).toHaveURL(/\?tab=analytics&days=7$/)
})

test('the dashboard speaks Spanish', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin')

  await page.getByRole('link', { name: 'Español' }).first().click()

  await expect(page.getByRole('heading', { name: 'Requiere atención' })).toBeVisible()
  await expect(page.getByText('Mostrar como tabla').first()).toBeVisible()
})

/** The value of a card. */
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first()
