import { expectAccessible, test } from './fixtures.ts'

const PAGES = ['/', '/no/such/page']
const WIDTHS = [390, 1440]

test.use({ expectedConsole: /status of 404/ })

for (const locale of ['en-US', 'es-ES']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      test.describe(`${locale}, ${colorScheme}, ${width} px`, () => {
        test.use({ locale, colorScheme, viewport: { width, height: 900 } })

        for (const path of PAGES) {
          test(`${path} is accessible as sent and as used`, async ({ page }) => {
            await page.goto(path)
            await expectAccessible(page)

            await page.keyboard.press('Tab')
            await expectAccessible(page)
          })
        }
      })
    }
  }
}
