import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { accessAddress, newApp } from './apps.ts'
import { test } from './fixtures.ts'
import { makeMember } from './people.ts'

test('somebody whom an app sends here signs in, allows it, and is sent back with a code', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await makeMember(page.request)
  const app = await newApp(page.request)
  await page.route('https://app.example/**', (route) => route.fulfill({ body: 'Connected' }))

  await page.goto(accessAddress(app))
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/oauth\/consent\?authorization_id=/)
  await expect(page.getByText(person.email)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Allow access' }).press('Enter')

  await expect(page).toHaveURL(/^https:\/\/app\.example\/callback\?code=[\w-]+&state=the-state$/)
})

test('access is taken away in the settings, after a question', async ({ page, member: _ }) => {
  const app = await newApp(page.request)
  await page.route('https://app.example/**', (route) => route.fulfill({ body: 'Connected' }))
  await page.goto(accessAddress(app))
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page).toHaveURL(/code=/)

  await page.goto('/settings?tab=security')
  const remove = page.getByRole('button', { name: `Remove access of ${app.client_name}` })
  // The card loads when it is scrolled to, and the footer is rendered again when the cards above arrive.
  await expect(async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded({ timeout: 1000 })
    await expect(remove).toBeVisible({ timeout: 1000 })
  }).toPass()
  await remove.click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()

  await expect(page.getByText(`${app.client_name} no longer has access`)).toBeVisible()
  await expect(page.getByText('No connected apps')).toBeVisible()
})
