import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { registerMember, signIn, tokensOf } from './people.ts'

const SENT =
  'Password reset email sent! Please check your inbox (including spam folder) for further instructions.'

test('a forgotten password is replaced by a new one, and the old one is refused', async ({
  page,
  mailbox,
}) => {
  const person = await registerMember(page.request, mailbox)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()

  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('status')).toContainText(SENT)
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeDisabled()

  await page.goto(await mailbox.linkTo(person.email, 2))
  await expect(page).toHaveURL('/settings?tab=security')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByLabel('New password', { exact: true }).fill('another-secret')
  await page.getByLabel('Confirm Password').fill('another-secret')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()

  await expect(tokensOf(page.request, person)).rejects.toThrow('invalid_credentials')
  await tokensOf(page.request, { ...person, password: 'another-secret' })
})

test('an unregistered address gets the same answer', async ({ page }) => {
  await page.goto('/forgot-password')

  await page.getByLabel('Email').fill(`nobody-${crypto.randomUUID()}@example.test`)
  await page.getByLabel('Email').press('Enter')

  await expect(page.getByRole('status')).toContainText(SENT)
})

test.describe('when the server fails', () => {
  test.use({ expectedConsole: /status of 503/ })

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

test.describe('changing it', () => {
  test.use({ expectedConsole: /status of 4\d\d/ })

  test('needs the current one', async ({ page, mailbox }) => {
    const person = await registerMember(page.request, mailbox)
    await signIn(page, person)
    await page.goto('/settings?tab=security')

    await page.getByLabel('Current password').fill('not-this-one')
    await page.getByLabel('New password', { exact: true }).fill('another-secret')
    await page.getByLabel('Confirm Password').fill('another-secret')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toContainText('Error changing password')
    await expect(page.getByRole('alert')).toContainText('Incorrect password')

    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Password changed')).toBeVisible()
  })
})
