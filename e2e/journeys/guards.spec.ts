import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'

for (const path of ['/dashboard', '/settings', '/admin', '/admin/users', '/admin/no/such?page=2']) {
  test(`a visitor of ${path} is asked to sign in`, async ({ page }) => {
    await page.goto(path)

    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to your account')
  })
}

test('a member has no business in the admin area, and finds no link to it', async ({
  page,
  member,
}) => {
  for (const path of ['/admin/users', '/admin/no/such', '/admin']) {
    await page.goto(path)
    await expect(page).toHaveURL('/unauthorized')
  }
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menu')).toContainText(member.email)
  await expect(page.getByRole('menuitem')).toHaveText([
    'Dashboard',
    'Projects',
    'Settings',
    'Send Feedback',
    'Sign out',
  ])
})

test('an admin goes there from the menu and reads the numbers', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()

  await expect(page).toHaveURL('/admin')
  for (const label of ['Users', 'New in 30 days', 'Subscribers', 'Open feedback']) {
    await expect(page.locator('div', { hasText: label }).locator('dd').first()).toHaveText(
      /^[\d,]+$/,
    )
  }

  await page.goto('/admin/no/such')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'There is no page at this address',
  )
})

test.describe('what is not built yet', () => {
  test.use({ expectedConsole: /status of 404/ })

  test('answers not-found', async ({ page }) => {
    expect((await page.goto('/extension-simulator'))?.status()).toBe(404)
  })
})

test.describe('a session that the server no longer knows', () => {
  test.use({ expectedConsole: /status of 400|Refresh Token/ })

  test('ends at the login', async ({ page, member }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
    await page.evaluate(spoilSession)

    await page.reload()

    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  })
})

function spoilSession(): void {
  const key = Object.keys(localStorage).find((name) => name.startsWith('sb-')) ?? ''
  const session = JSON.parse(localStorage.getItem(key) ?? '{}')

  localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'gone' }))
}
