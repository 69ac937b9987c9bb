import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

// The browser logs a missing file, and the router logs the error it caught.
test.use({ expectedConsole: /status of 404|dynamically imported module|React Router caught/ })

const THEME_SWITCH = { name: 'Switch theme' }

test('a page left open over a deploy reloads itself when it is used', async ({ page }) => {
  await page.goto('/')
  // The file is requested twice: by the preload, then by the import.
  await page.route('**/assets/shell-*.js', (route) => route.fulfill({ status: 404 }), { times: 2 })
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))

  await page.getByRole('heading', { level: 1 }).hover()

  await page.waitForFunction(() => !('isOldPage' in window))
  await page.waitForLoadState()
  await page.getByRole('button', THEME_SWITCH).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

const HOME_SCREEN = '**/assets/home-screen-*.js'

test('a screen whose file a deploy removed asks for a refresh, which loads it', async ({
  page,
}) => {
  await page.goto('/no/such/page')
  await page.getByRole('button', THEME_SWITCH).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // It may be asked for twice: ahead, and when it is needed.
  await page.route(HOME_SCREEN, (route) => route.fulfill({ status: 404 }))

  await page.getByRole('link', { name: 'Go to homepage' }).click()
  await expect(page.getByRole('heading', { name: 'Application Update Available' })).toBeVisible()
  await page.unroute(HOME_SCREEN)
  await page.getByRole('button', { name: 'Refresh Page' }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Add to Chrome' }).first()).toBeVisible()
})

test('a script that fails to load shows an orange notice, then the page reloads', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await expect(page.getByText('Application updated. Refreshing...')).toBeHidden()

  await page.evaluate(() =>
    document.head.appendChild(document.createElement('script')).dispatchEvent(new Event('error')),
  )

  await expect(page.getByText('Application updated. Refreshing...')).toBeVisible()
  await page.waitForFunction(() => !('isOldPage' in window))
  await expect(page.getByText('Application updated. Refreshing...')).toBeHidden()
})
