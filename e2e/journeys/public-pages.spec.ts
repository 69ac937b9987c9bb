import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'

const PAGES = [
  '/pricing',
  '/welcome',
  '/uninstall-feedback',
  '/goodbye',
  '/privacy-policy',
  '/TermsOfUse',
  '/changelog',
  '/docs',
  '/docs/getting-started',
  '/docs/troubleshooting',
  '/docs/self-hosting',
  '/docs/platform',
]

/** The page audit looks at the widths between. */
const VIEWS = [
  { width: 320, locale: 'es-ES', colorScheme: 'light' },
  { width: 1920, locale: 'en-US', colorScheme: 'light' },
] as const

for (const { width, locale, colorScheme } of VIEWS) {
  test.describe(`${width} px, ${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, viewport: { width, height: 900 } })

    test('no page shifts its layout while it loads', async ({ page }) => {
      await page.addInitScript(watchLayoutShifts)

      for (const path of PAGES) {
        await page.goto(path, { waitUntil: 'networkidle' })
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
