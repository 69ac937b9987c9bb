import { ADMIN } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { signIn, test } from './harness/fixtures.ts'
import type { Page } from './harness/page.ts'

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

test('figures stand in four groups, each with its charts', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin')

  for (const [name, figures, charts] of [
    ['People', 3, 1],
    ['Money', 4, 3],
    ['Sync', 2, 1],
    ['Help', 2, 1],
  ] as const) {
    const group = page.getByRole('region', { name, exact: true })
    await expect(group.locator('dl > div')).toHaveCount(figures)
    await expect(group.getByRole('figure')).toHaveCount(charts)
    await expect(group.getByText(/^As of \w+ \d+/)).toBeVisible()
  }
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

test('feedback is counted by day and kind in a tab of its own', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/feedback')

  await page.getByRole('tab', { name: 'Analytics' }).click()

  await expect(page).toHaveURL(/\/admin\/feedback\?tab=analytics$/)
  await expect(page.getByRole('heading', { name: 'By category' })).toBeVisible()
  await page.getByText('7 days', { exact: true }).click()
  await expect(page).toHaveURL(/\?tab=analytics&days=7$/)
})

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

  test('the dashboard speaks Spanish', async ({ page }) => {
    await signIn(page, ADMIN)

    await page.goto('/admin')

    await expect(page.getByRole('heading', { name: 'Requiere atención' })).toBeVisible()
    await expect(page.getByText('Mostrar como tabla').first()).toBeVisible()
  })
})

/** The value of a card. */
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first()
