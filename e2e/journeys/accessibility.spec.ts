import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInAllViews,
  expectAccessibleInViews,
  expectNoHorizontalScroll,
  inAlternateThemes,
  inBothThemes,
} from './accessible.ts'
import { test } from './fixtures.ts'
import { ADMIN, signIn } from './people.ts'
import { makeProject, restClientFor } from './projects.ts'

const PUBLIC = [
  ['/', '/no/such/page', '/unauthorized', '/register/confirm', '/pricing'],
  ['/welcome', '/uninstall-feedback', '/goodbye', '/privacy-policy', '/TermsOfUse'],
  ['/docs', '/docs/getting-started', '/docs/token', '/docs/self-hosting'],
]
const FORMS = ['/login', '/register', '/forgot-password', '/resend-confirmation']
const PROJECT_TABS = 4
const SETTINGS_TABS = [
  'profile',
  'account',
  'notifications',
  'integrations',
  'github',
  'security',
  'billing',
  'development',
  'preferences',
]

const WIDTHS = [390, 1440]
const WIDEST = 1920

test.use({ expectedConsole: /status of 404/, contextOptions: { reducedMotion: 'reduce' } })
test.slow()

for (const [locale, views] of [
  ['en-US', inBothThemes(WIDTHS)],
  ['es-ES', inAlternateThemes(WIDTHS)],
] as const) {
  test.describe(`${locale}, in both themes, from phone to wide screen`, () => {
    test.use({ locale, viewport: { width: 1440, height: 900 } })

    for (const pages of PUBLIC) {
      test(`${pages.join(', ')} are accessible as sent and as used`, async ({ page }) => {
        for (const path of pages) {
          await page.goto(path)
          await expectAccessible(page)

          await page.keyboard.press('Tab')
          await expectAccessibleInViews(page, views)
          await page.setViewportSize({ width: WIDEST, height: 900 })
          await expectNoHorizontalScroll(page)
        }
      })
    }

    test('the sign-in forms are accessible, with all their errors', async ({ page }) => {
      for (const path of FORMS) {
        await page.goto(path)
        await submitEmptyForm(page)

        await expectAccessibleInViews(page, views)
      }
    })

    test('dashboard, projects, menus and dialogs are accessible', async ({ page, member }) => {
      const project = await makeProject(await restClientFor(page.request, member), 'Ferry', ['Row'])
      for (const path of ['/dashboard', '/projects']) {
        await page.goto(path)
        await loaded(page)
        await expectAccessibleInViews(page, views)
      }

      await page.goto(project.path)
      for (let tab = PROJECT_TABS - 1; tab >= 0; tab--) {
        await page.getByRole('tab').nth(tab).click()
        await loaded(page)
        await expectAccessibleInViews(page, views)
      }
      await page.getByRole('link', { name: 'Row', exact: true }).click()
      await expectAccessibleInViews(page, views, '[role="dialog"]')
      await page.keyboard.press('Escape')
      await openAccountMenu(page)
      await expectAccessibleInViews(page, views, '[role="menu"]')
      await openFeedback(page)
      await expectAccessibleInViews(page, views, '[role="dialog"]')
    })

    test('every tab of the settings is accessible', async ({ page, member: _ }) => {
      await page.goto('/settings')
      for (const tab of SETTINGS_TABS) {
        const entry = page.locator(`main nav a[href$="tab=${tab}"]`)
        await entry.click()
        await expect(entry).toHaveAttribute('aria-current', 'page')
        await loaded(page)

        await expectAccessibleInViews(page, views, 'main')
      }
    })

    test('the admin’s first page is accessible', async ({ page }) => {
      await signIn(page, ADMIN)
      await page.goto('/admin')
      await loaded(page)

      await expectAccessibleInViews(page, views)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('the settings’ sections unfold, and fold again when one is chosen or Escape is pressed', async ({
    page,
    member: _,
  }) => {
    await page.goto('/settings')
    const sections = page.getByRole('navigation', { name: 'Settings' })
    const button = sections.getByRole('button')

    await button.click()
    await expectAccessibleInAllViews(page, [320], 'main')
    await sections.getByRole('link', { name: 'Billing' }).click()

    await expect(page).toHaveURL('/settings?tab=billing')
    await expect(button).toHaveText('Billing')
    await expect(button).toBeFocused()
    await expect(sections.getByRole('link').first()).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(sections.getByRole('link')).toHaveCount(SETTINGS_TABS.length)
    await page.keyboard.press('Escape')
    await expect(sections.getByRole('link').first()).toBeHidden()
  })
})

test('with reduced motion, no animation is longer than a millisecond', async ({ page }) => {
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

test('every part of the design system is accessible in both themes', async ({ page }) => {
  await page.goto('/dev/ui')

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
})

/** Waits until no skeleton is shown. */
async function loaded(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.animate-skeleton')).toHaveCount(0)
}

/** Submits the empty form and waits for its errors. */
async function submitEmptyForm(page: Page): Promise<void> {
  await page.locator('button[type="submit"]').click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Your account|Tu cuenta/ }).click()
  await page.getByRole('menu').waitFor()
}

async function openFeedback(page: Page): Promise<void> {
  await page.getByRole('menuitem', { name: /Feedback|comentarios/ }).click()
  await page.getByRole('dialog').waitFor()
}
