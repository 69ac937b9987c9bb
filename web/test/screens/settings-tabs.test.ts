import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('the free plan shows early access with a lock', async ({ page, member: _ }) => {
  await page.goto('/settings?tab=preferences')

  await expect(page.getByText('Early access is part of Pro.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Try new features early' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/upgrade')
})

test('integrations link to GitHub, and development shows address and key', async ({
  page,
  member: _,
}) => {
  await page.goto('/settings?tab=integrations')
  await page.getByRole('link', { name: 'Manage' }).click()
  await expect(page).toHaveURL('/settings?tab=github')

  await page.getByRole('link', { name: 'Development' }).click()
  await expect(page.getByText(page.origin, { exact: true })).toBeVisible()
  await expect(page.getByText(/^sb_publishable_/)).toBeVisible()
  await expect(page.getByText("The extension isn't signed in.")).toBeVisible()
})
