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

test('a pointer that came before the script starts the application by moving on', async ({
  page,
}) => {
  let answerScript = () => {}
  const isWanted = new Promise<void>((resolve) => {
    answerScript = resolve
  })
  await page.route(/boot-[^/]*\.js/, async (route) => {
    await isWanted
    await route.continue()
  })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const wantsApplication = () => requested.some((url) => /\/shell-[^/]*\.js/.test(url))
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.move(5, 450)
  answerScript()
  await page.waitForLoadState('networkidle')
  expect(wantsApplication()).toBe(false)

  // Within one element, so that the pointer enters nothing.
  await page.mouse.move(6, 455)

  await expect.poll(wantsApplication).toBe(true)
})
