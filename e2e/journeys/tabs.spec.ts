import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('signing out in one tab ends the other', async ({ page, context, member }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Settings')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()

  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
})

test('signing in in one tab signs in the other', async ({ page, context, member }) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  const other = await context.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(member.email)
  await other.getByLabel('Email').press('Enter')
  await other.getByLabel('Password', { exact: true }).fill(member.password)
  await other.keyboard.press('Enter')

  await expect(other).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/dashboard')
})
