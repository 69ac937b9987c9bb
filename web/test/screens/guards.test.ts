import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

for (const path of ['/dashboard', '/settings', '/admin', '/admin/users', '/admin/no/such?page=2']) {
  test(`a visitor of ${path} is asked to sign in`, async ({ page }) => {
    await page.goto(path)

    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
  })
}
