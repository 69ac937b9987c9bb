import { newCompany, registerCompany } from '@app/e2e/companies.ts'
import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('the password is asked for only after the e-mail', async ({ page }) => {
  await page.goto('/login')

  await expect(page.getByText('Or continue with email')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email address is required')

  await page.getByLabel('Email').fill('nora@example.test')
  await page.getByLabel('Email').press('Enter')

  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
})

for (const path of ['/login', '/register', '/forgot-password', '/resend-confirmation']) {
  test(`${path} has neither header nor footer`, async ({ page }) => {
    await page.goto(path)

    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  })
}

test('a member is redirected from the pages for guests', async ({ page, member }) => {
  for (const path of ['/', '/login', '/register', '/forgot-password', '/resend-confirmation']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
})

test('while a sign-in is pending all controls are disabled', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nora@example.test')
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await page.route('**/auth/v1/token**', () => {})

  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Login with GitHub' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeDisabled()
  await expect(page.getByLabel('Email')).toBeDisabled()
})

test('an address of a company leads to its sign-in, with the password below', async ({ page }) => {
  const company = newCompany(page.origin)
  await registerCompany(page.request, company)
  await page.goto('/login')

  await page.getByLabel('Email').fill(`ada@${company.domain}`)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('button', { name: `Continue with ${company.domain}` })).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.getByLabel('Email').fill('ada@elsewhere.test')
  await expect(page.getByRole('button', { name: `Continue with ${company.domain}` })).toBeHidden()
})

test('a disabled company and an unreachable server leave the password alone', async ({ page }) => {
  const company = newCompany(page.origin)
  await registerCompany(page.request, company, { disabled: true })
  await page.goto('/login')
  await page.getByLabel('Email').fill(`ada@${company.domain}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)

  await page.goto('/login')
  page.route('**/auth/v1/sso', (route) => route.abort())
  await page.getByLabel('Email').fill(`ada@${company.domain}`)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

const AUDIENCE = 'The SAML response is not accepted: the audience is another one'

for (const [code, description, text] of [
  ['saml_relay_state_expired', 'Too long', 'The sign-in was interrupted. Start again.'],
  ['email_address_not_authorized', 'No', "Your company's sign-in wasn't accepted."],
  ['validation_failed', AUDIENCE, "Your company's sign-in wasn't accepted."],
] as const) {
  test(`a company's refusal is a sentence: ${code}`, async ({ page }) => {
    const refusal = new URLSearchParams({
      error: 'invalid_request',
      error_code: code,
      error_description: description,
    })

    await page.goto(`/dashboard?${refusal}#${refusal}`)

    await expect(page.getByText(text)).toBeVisible()
  })
}
