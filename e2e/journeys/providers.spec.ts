import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a GitHub sign-in leads to the dashboard with the person’s name', async ({ page }) => {
  await page.goto('/login')

  await page.getByRole('button', { name: 'Login with GitHub' }).click()
  await page.getByRole('radio', { name: /Jonas Weber/ }).check()
  await page.getByRole('button', { name: /authorize/i }).click()

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Jonas Weber')
})

test('a Google sign-in leads to the requested page', async ({ page }) => {
  await page.goto('/settings?tab=appearance')
  await expect(page).toHaveURL('/login')

  await page.getByRole('button', { name: 'Login with Google' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: /continue|allow/i }).click()

  await expect(page).toHaveURL('/settings?tab=appearance')
})

test('a refusal at the provider shows why the sign-in failed', async ({ page }) => {
  await page.goto('/register')

  await page.getByRole('button', { name: 'Register with GitHub' }).click()
  await page.getByRole('button', { name: /cancel|deny/i }).click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toContainText('Login failed')
  await expect(page.getByRole('alert')).toContainText(/denied/i)
})

test('the button shows that the sign-in is pending', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/auth/v1/settings', () => {})

  await page.getByRole('button', { name: 'Login with GitHub' }).click()

  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeDisabled()
})

test('a switched-off provider shows an error', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external: {} } }))

  await page.getByRole('button', { name: 'Login with Google' }).click()

  await expect(page.getByRole('alert')).toContainText("isn't available right now")
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeEnabled()
})
