import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('the status page says which part works, and when that was checked', async ({ page }) => {
  await page.goto('/status')

  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Checked at \d/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Accounts and sign-in' })).toHaveText(
    'Accounts and sign-inWorking',
  )
})
