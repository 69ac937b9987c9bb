import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

/** Delays a part of the application. */
const slow = (page: Page, part: RegExp) =>
  page.route(part, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })

const loading = (page: Page) => page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ })

test('a slow screen shows a loading state: opened directly, and from another one', async ({
  page,
  member,
}) => {
  await slow(page, /(dashboard|settings)-[^/]*\.js/)

  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(loading(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await expect(loading(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(loading(page)).toBeVisible()
  await expect(page).toHaveURL('/settings')
  await expect(loading(page)).toHaveCount(0)
})
