import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

const SWITCH = { name: 'Switch theme' }

test('the first click already changes the theme', async ({ page }) => {
  await page.goto('/')

  await page.getByRole('button', SWITCH).click()

  await expect.poll(() => scheme(page)).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('the theme changes before, and without, the application', async ({ page }) => {
  // Never answered, so the application does not start.
  await page.route(/\/assets\/(shell|react)-/, () => {})
  await page.goto('/')

  await page.getByRole('button', SWITCH).dispatchEvent('click')
  expect(await scheme(page)).toBe('dark')

  await page.getByRole('button', SWITCH).dispatchEvent('click')
  expect(await scheme(page)).toBe('light')
})

test('the first press of a key does as much as a click', async ({ page }) => {
  await page.goto('/')

  await page.getByRole('button', SWITCH).focus()
  await page.keyboard.press('Enter')

  await expect.poll(() => scheme(page)).toBe('dark')
})

test('a chosen theme is there before the first paint of the next visit', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.addInitScript(watchFirstPaint)

  await page.goto('/')

  // The background at the first frame with content.
  expect(await firstCanvas(page)).toBe('rgb(11, 18, 21)')
  expect(await browserColors(page)).toEqual(['#0b1215', '#0b1215'])
})

test('without a choice the theme follows the system, also when it changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await canvas(page)).toBe('rgb(11, 18, 21)')

  await page.emulateMedia({ colorScheme: 'light' })
  expect(await canvas(page)).toBe('rgb(248, 250, 251)')
})

function scheme(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
}

function canvas(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
}

function browserColors(page: Page): Promise<string[]> {
  return page
    .locator('meta[name="theme-color"]')
    .evaluateAll((metas) => metas.map((meta) => (meta as HTMLMetaElement).content))
}

function watchFirstPaint(): void {
  const seen = window as unknown as { firstCanvas?: string }

  requestAnimationFrame(function look() {
    if (!document.querySelector('h1')) return requestAnimationFrame(look)
    seen.firstCanvas = getComputedStyle(document.documentElement).backgroundColor
    return 0
  })
}

async function firstCanvas(page: Page): Promise<string | undefined> {
  const seen = await page.waitForFunction(
    () => (window as unknown as { firstCanvas?: string }).firstCanvas,
  )

  return seen.jsonValue()
}
