import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

for (const path of ['/dashboard', '/settings', '/admin', '/admin/users', '/admin/no/such?page=2']) {
  test(`a visitor of ${path} is asked to sign in`, async ({ page }) => {
    await page.goto(path)

    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account')
  })
}

test('a member who may not see a page is told as whom, and led to the dashboard', async ({
  page,
  member,
}) => {
  await page.goto('/admin')

  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByText(`You are signed in as ${member.email}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
})
