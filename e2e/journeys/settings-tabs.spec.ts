import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { PRO, signIn } from './people.ts'

test('the demo’s Pro member sees plan and invoices, and switches early access', async ({
  page,
}) => {
  await signIn(page, PRO)
  await page.goto('/settings?tab=billing')
  await expect(page.getByText('Pro Monthly').or(page.getByText('Pro Annual')).first()).toBeVisible()
  await expect(page.getByText(/^Paid with Visa ending in 4242$/)).toBeVisible()
  const invoices = page.getByRole('table', { name: 'Invoices' })
  await expect(invoices.getByRole('columnheader')).toHaveText([
    'Date',
    'Status',
    'Amount',
    'Invoice',
  ])
  await expect(invoices.locator('tbody').getByRole('row')).toHaveText(
    Array.from(
      { length: DEMO_INVOICES },
      () => /^[A-Z][a-z]{2} \d{1,2}, \d{4}Paid\$4\.00Download$/,
    ),
  )
  const days = await invoices.locator('tbody td:first-child').allTextContents()
  expect(days).toEqual(days.toSorted((a, b) => Date.parse(b) - Date.parse(a)))
  expect(new Set(days).size).toBe(DEMO_INVOICES)

  await page.getByRole('link', { name: 'Preferences' }).click()
  const early = page.getByRole('switch', { name: 'Try new features early' })
  await expect(early).toBeEnabled()
  const wasOn = await early.isChecked()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await early.click()

  expect((await saved).status()).toBe(200)
  await expect(early).toBeChecked({ checked: !wasOn })
})

/** One for each month of the demo's subscription. */
const DEMO_INVOICES = 4
