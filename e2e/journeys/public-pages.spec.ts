import { expect } from '@playwright/test'
import { expectNoHorizontalScroll } from './accessible.ts'
import { test } from './fixtures.ts'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'

const PAGES = [
  '/pricing',
  '/welcome',
  '/uninstall-feedback',
  '/goodbye',
  '/privacy-policy',
  '/TermsOfUse',
  '/docs',
  '/docs/getting-started',
  '/docs/troubleshooting',
  '/docs/self-hosting',
]

/** Each width, theme and language twice, without every combination. */
const VIEWS = [
  { width: 320, locale: 'es-ES', colorScheme: 'light' },
  { width: 390, locale: 'en-US', colorScheme: 'dark' },
  { width: 1440, locale: 'es-ES', colorScheme: 'dark' },
  { width: 1920, locale: 'en-US', colorScheme: 'light' },
] as const

for (const { width, locale, colorScheme } of VIEWS) {
  test.describe(`${width} px, ${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, viewport: { width, height: 900 } })

    test('every page fits without scrolling sideways or layout shifts', async ({ page }) => {
      await page.addInitScript(watchLayoutShifts)

      for (const path of PAGES) {
        await page.goto(path, { waitUntil: 'networkidle' })
        await expectNoHorizontalScroll(page)
        expect(await layoutShift(page), path).toBe(0)
      }
    })
  })
}

for (const path of ['/PrivacyPolicy', '/privacy-policy']) {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test(`${path} is read, and its contents lead to each part`, async ({ page }) => {
      await page.goto(path)

      await expect(page.getByText('Effective June 23, 2025')).toBeVisible()
      await page.getByRole('link', { name: 'Children' }).click()
      await expect(page.getByText('children under 13')).toBeInViewport()
    })
  })
}
