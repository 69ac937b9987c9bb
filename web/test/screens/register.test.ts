import { expect } from 'vitest'
import { test } from './harness/fixtures.ts'

test('the terms and the privacy policy are linked where one registers', async ({ page }) => {
  await page.goto('/register')
  const main = page.getByRole('main')

  await expect(main.getByText('By registering you accept')).toBeVisible()
  await expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/privacy-policy',
  )
  await main.getByRole('link', { name: 'terms of use' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/terms of use/i)
})

test('errors are shown beside their fields, and the first one gets the focus', async ({ page }) => {
  await page.goto('/register')

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Email address is required')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required')

  await page.getByLabel('Full Name').fill('Nora')
  await page.getByLabel('Email').fill('nora@')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)

  await page.getByLabel('Email').fill('nora@example.test')
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.getByLabel('Confirm Password').fill('123457')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByLabel('Confirm Password')).toBeFocused()
})

test('the page lists the benefits of an account before those of Pro', async ({ page }) => {
  await page.goto('/register')

  const benefits = page.locator('section', { hasText: 'What you get, free' })
  await expect(benefits.getByRole('listitem')).toHaveText([
    'All your bolt.new projects in one list',
    'Whether each push landed, or why not',
    'Every version, and a way back to it',
  ])

  const explainer = page.locator('section', { hasText: 'Pro features access' })
  await expect(explainer.getByRole('listitem')).toHaveText([
    'Upgrade to Pro',
    'Manage your subscription',
    'Access premium features',
    'Track usage and billing',
  ])
})

test('a page to confirm that was opened without the address asks for it, then for the code', async ({
  page,
}) => {
  await page.goto('/register/confirm')
  const main = page.getByRole('main')

  await main.getByRole('button', { name: 'Enter the code' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email address is required')
  await page.getByLabel('Email').fill('nora@example.test')
  await main.getByRole('button', { name: 'Enter the code' }).click()

  await expect(page.getByLabel('Code from the email')).toBeVisible()
  await expect(main).toContainText('a confirmation link to nora@example.test.')
})
