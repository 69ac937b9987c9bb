import { expect } from '@playwright/test'
import { expectNoHorizontalScroll } from './accessible.ts'
import { test } from './fixtures.ts'

// The browser logs the status of the page.
test.use({ expectedConsole: /status of 404/ })

test('an unknown address answers 404 with a page', async ({ page }) => {
  const answer = await page.goto('/no/such/page')

  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found · Gitferry')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('from there one click leads to the homepage without a reload', async ({ page }) => {
  await page.goto('/no/such/page')
  const home = page.getByRole('link', { name: 'Go to homepage' })
  await page.getByRole('button', { name: 'Switch theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Before hydration a link loads a new document.
  await expect.poll(() => home.evaluate((link) => Object.keys(link).join())).toMatch('__reactProps')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await home.click()

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Add to Chrome' }).first()).toBeVisible()
  await expect(page).toHaveTitle(/^Gitferry – /)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('the not-found page fits the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })

  await page.goto('/no/such/page')

  await expectNoHorizontalScroll(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, locale: 'es-ES' })

  test('it is a Spanish page with a link to the homepage', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página no encontrada')

    await page.getByRole('link', { name: 'Ir a la página de inicio' }).click()

    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Añadir a Chrome' }).first()).toBeVisible()
  })
})
