import { describe, expect } from 'vitest'
import { test } from './harness/fixtures.ts'

const SENT =
  'Password reset email sent! Please check your inbox (including spam folder) for further instructions.'

test('an unregistered address gets the same answer', async ({ page }) => {
  await page.goto('/forgot-password')

  await page.getByLabel('Email').fill(`nobody-${crypto.randomUUID()}@example.test`)
  await page.getByLabel('Email').press('Enter')

  await expect(page.getByRole('status')).toContainText(SENT)
})

describe('when the server fails', () => {
  test('the form shows our message, and the address can be sent again at once', async ({
    page,
  }) => {
    await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 503 }))
    await page.goto('/forgot-password')
    const email = page.getByLabel('Email')
    await email.fill('somebody@example.test')

    await email.press('Enter')

    await expect(page.getByRole('alert')).toContainText(
      'Failed to send password reset email. Please try again.',
    )
    await expect(email).toBeFocused()
  })
})

describe('changing it', () => {
  test('needs the current one', async ({ page, member }) => {
    await page.goto('/settings?tab=security')

    await page.getByLabel('Current password').fill('not-this-one')
    await page.getByLabel('New password', { exact: true }).fill('another-secret')
    await page.getByLabel('Confirm Password').fill('another-secret')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toContainText('Error changing password')
    await expect(page.getByRole('alert')).toContainText('Incorrect password')

    await page.getByLabel('Current password').fill(member.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Password changed')).toBeVisible()
  })
})
