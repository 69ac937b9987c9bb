import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { addLinkedProject } from './projects.ts'

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))

/**
 * Waits for the content first: as long as it comes, the page is too low or moves. The network state does not show
 * when a client-side navigation has finished.
 */
async function scrollTo(page: Page, top: number) {
  await expect(page.locator('.animate-skeleton')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expect(async () => {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    expect(await scrollTop(page)).toBe(top)
  }).toPass()
}

/** By keyboard: Playwright scrolls before it clicks. */
async function goToSettings(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or type a command')).toBeFocused()
  await page.keyboard.type('sett')
  await expect(page.getByRole('option').first()).toHaveText(/^Settings/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Settings – Profile · Gitferry')
  // While it closes, the page's scrolling is still locked.
  await expect(page.getByPlaceholder('Search or type a command')).toHaveCount(0)
}

test('back and forward restore the scroll position, a new page starts at its top', async ({
  page,
  member,
}) => {
  await addLinkedProject(page, member)
  await page.setViewportSize({ width: 800, height: 400 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await scrollTo(page, 300)

  await goToSettings(page)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await scrollTo(page, 120)

  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect.poll(() => scrollTop(page)).toBe(300)

  await page.goForward()
  await expect(page).toHaveURL('/settings')
  await expect.poll(() => scrollTop(page)).toBe(120)
})

test('the scroll position is restored after a visit to another site', async ({ page, member }) => {
  await addLinkedProject(page, member)
  await page.setViewportSize({ width: 800, height: 400 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  await scrollTo(page, 250)
  await goToSettings(page)

  await page.goto('/healthz')
  await page.goBack()
  await expect(page).toHaveTitle('Settings – Profile · Gitferry')
  await page.goBack()

  await expect(page).toHaveURL('/dashboard')
  await expect.poll(() => scrollTop(page)).toBe(250)
})

test('on the landing page links to its sections scroll as ever', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')

  await page.getByRole('link', { name: 'Help' }).first().click()

  await expect(page).toHaveURL('/#help')
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(1000)
})
