import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { registerMember, tokensOf } from './people.ts'

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
