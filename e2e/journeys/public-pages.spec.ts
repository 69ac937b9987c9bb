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
  '/status',
]

const PARTS = ['accounts', 'projects', 'mail', 'github', 'payments']

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
      // The longest answer.
      const parts = PARTS.map((part) => ({ part, state: part === 'accounts' ? 'down' : 'slow' }))
      await page.route('/status.json', (route) =>
        route.fulfill({ json: { checkedAt: '2026-11-19T12:00:00Z', parts } }),
      )

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
