import { registerMember } from '@app/e2e/people.ts'
import { describe, expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('a used link leads to the form for a new one, with the reason', async ({ page, mailbox }) => {
  const { email } = await registerMember(page.request, mailbox)

  await page.goto(await mailbox.linkTo(email))

  await expect(page).toHaveURL('/resend-confirmation')
  await expect(page.getByRole('status')).toHaveText('Email link is invalid or has expired')
})

for (const path of ['/', '/dashboard', '/login', '/unauthorized']) {
  test(`an expired link that lands on ${path} leads there too`, async ({ page }) => {
    await page.goto(`${path}#error=access_denied&error_code=otp_expired`)

    await expect(page).toHaveURL('/resend-confirmation')
    await expect(page.getByRole('status')).toHaveText(
      'Your email confirmation link has expired. Please resend it.',
    )
  })
}

test('a member who opens a used recovery link reads the reason too', async ({
  page,
  member: _,
}) => {
  await page.goto('/settings?tab=security#error_code=otp_expired&type=recovery&sb=')

  await expect(page).toHaveURL('/resend-confirmation')
  await expect(page.getByRole('status')).toHaveText('Email link is invalid or has expired')
  await expect(page.getByRole('button', { name: 'Send a new reset link' })).toBeVisible()
})

test('an expired link of a change of address leads on to where it is asked for again', async ({
  page,
  member: _,
}) => {
  await page.goto('/settings?tab=account#error_code=otp_expired&type=email_change&sb=')
  await expect(page).toHaveURL('/resend-confirmation')
  await expect(page.getByRole('status')).toHaveText('Email link is invalid or has expired')

  await page.getByRole('link', { name: 'Go to account settings' }).click()

  await expect(page).toHaveURL('/settings?tab=account')
  await expect(page.getByLabel('New email address')).toBeVisible()
})

test('signed out, the way to the account settings leads through the login', async ({ page }) => {
  await page.goto('/settings?tab=account#error_code=otp_expired&type=email_change&sb=')

  await page.getByRole('link', { name: 'Go to account settings' }).click()

  await expect(page).toHaveURL('/login')
})

describe('in Spanish', () => {
  test.override({ language: 'es-ES' })

  test('expired links say so in Spanish, whatever they were for', async ({ page }) => {
    for (const type of ['recovery', 'email_change', 'signup']) {
      const words = 'error_description=Email+link+is+invalid+or+has+expired'
      await page.goto(`/dashboard#error_code=otp_expired&${words}&type=${type}&sb=`)

      await expect(page).toHaveURL('/resend-confirmation')
      await expect(page.getByRole('status')).toHaveText('El enlace no es válido o ha caducado')
      await page.goto('about:blank')
    }
  })
})

test('asking for a new link without an address says what is missing', async ({ page }) => {
  await page.goto('/resend-confirmation')

  await page.getByRole('button', { name: 'Send confirmation link' }).click()

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email address is required')
  await expect(page.getByLabel('Email')).toBeFocused()
})
