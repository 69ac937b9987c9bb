import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll, test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'

const AS_SENT = ['/', '/no/such/page', '/unauthorized', '/register/confirm']
const FORMS = ['/login', '/register', '/forgot-password', '/resend-confirmation']
const MEMBERS = ['/dashboard', '/settings?tab=security', '/settings?tab=appearance', '/admin']
const WIDTHS = [390, 1440]

test.use({ expectedConsole: /status of 404/ })
test.slow()

for (const locale of ['en-US', 'es-ES']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      test.describe(`${locale}, ${colorScheme}, ${width} px`, () => {
        test.use({ locale, colorScheme, viewport: { width, height: 900 } })

        test('public pages are accessible as sent and as used', async ({ page }) => {
          for (const path of AS_SENT) {
            await page.goto(path)
            await expectAccessible(page)

            await page.keyboard.press('Tab')
            await expectAccessible(page)
          }
        })

        test('the ways in are accessible, with everything that can go wrong', async ({ page }) => {
          for (const path of FORMS) {
            await page.goto(path)
            await complain(page)
            await expectAccessible(page)
            await expectNoHorizontalScroll(page)
          }
        })

        test("the members' area is accessible, with its menus and dialogs open", async ({
          page,
        }) => {
          await signIn(page, ADMIN)

          for (const path of MEMBERS) {
            await page.goto(path)
            await expectAccessible(page)
            await expectNoHorizontalScroll(page)
          }
          await openAccountMenu(page)
          await expectAccessible(page, '[role="menu"]')
          await openFeedback(page)
          await expectAccessible(page, '[role="dialog"]')
        })
      })
    }
  }
}

test.describe('on 320 px, which is also a screen of 1280 px at four times the size', () => {
  test.use({ locale: 'es-ES', viewport: { width: 320, height: 568 } })

  test('nothing has to be scrolled sideways', async ({ page }) => {
    for (const path of [...AS_SENT, ...FORMS]) {
      await page.goto(path)
      await expectNoHorizontalScroll(page)
    }

    await signIn(page, ADMIN)
    for (const path of MEMBERS) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await expectNoHorizontalScroll(page)
    }
  })
})

test.describe('for those who want less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves for longer than a blink', async ({ page }) => {
    await page.goto('/dev/ui')
    await expect(page.locator('h1')).toBeAttached()

    const slow = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .flatMap((style) => [style.animationDuration, style.transitionDuration])
        .flatMap((durations) => durations.split(', '))
        .filter((duration) => Number.parseFloat(duration) > 0.001),
    )

    expect(slow).toEqual([])
  })
})

for (const width of WIDTHS) {
  test(`every part of the design system is accessible in both themes at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })

    await page.goto('/dev/ui')

    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
}

/** An empty form that is sent shows its errors. */
async function complain(page: Page): Promise<void> {
  await page.locator('button[type="submit"]').click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.locator('#account-button').click()
  await page.getByRole('menu').waitFor()
}

async function openFeedback(page: Page): Promise<void> {
  await page.getByRole('menuitem', { name: /Feedback|comentarios/ }).click()
  await page.getByRole('dialog').waitFor()
}
