import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { registerMember } from './people.ts'

test('a used recovery link leads to a form that sends a new one, with the reason and the address', async ({
  page,
  mailbox,
}) => {
  const { email } = await registerMember(page.request, mailbox)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('status')).toContainText('Password reset email sent!')
  const link = await mailbox.linkTo(email, 2)
  await page.request.get(link, { maxRedirects: 0 })

  await page.goto(link)

  await expect(page).toHaveURL('/resend-confirmation')
  await expect(page.getByRole('heading', { name: 'Your reset link has expired' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Email link is invalid or has expired')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send a new reset link' }).click()
  await expect(page.getByRole('status')).toContainText('Password reset email sent!')
  await page.goto(await mailbox.linkTo(email, 3))
  await expect(page).toHaveURL('/settings?tab=security')
})

test.describe('when the mail cannot be sent', () => {
  test.use({ expectedConsole: /status of 429/ })

  test('the reason follows our own message', async ({ page }) => {
    await page.goto('/resend-confirmation')
    await page.route('**/auth/v1/resend**', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'x-supabase-api-version': '2024-01-01' },
        json: {
          code: 'over_email_send_rate_limit',
          message: 'For security purposes, you can only request this after 42 seconds.',
        },
      }),
    )

    await page.getByLabel('Email').fill('nora@example.test')
    await page.getByLabel('Email').press('Enter')

    await expect(page.getByRole('alert')).toHaveText(
      'Error sending confirmation link: For security purposes, you can only request this after 42 seconds.',
    )
  })
})
