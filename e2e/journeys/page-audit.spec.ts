import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleWhenOpen, expectFits } from './accessible.ts'
import {
  ADMINS_PAGES,
  ADMINS_PAGES_IN_SPANISH,
  type AuditedPage,
  MEMBERS_PAGES,
  projectPages,
  SETTINGS_PAGES,
  VISITORS_PAGES,
} from './audited-pages.ts'
import { connect } from './code-host.ts'
import { test } from './fixtures.ts'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'
import { skipIdleDownloads, waitForHydration, weighing } from './page-weights.ts'
import { ADMIN, makeMember, publishableKey, signIn, tokensOf } from './people.ts'
import { addLinkedProject, makeProject, restClientFor } from './projects.ts'
import { sendBrokenEvent } from './webhooks.ts'

// Every page in each language, theme and width, without every combination: another language changes names and lengths,
// but no colours. Admins' pages are audited whole in English. The `page` fixture adds console messages, uncaught errors and violations of the content policy.
const VIEWS = [
  { locale: 'en-US', colorScheme: 'light', opensAt: 390, thenAt: 1440, isWeighed: true },
  { locale: 'es-ES', colorScheme: 'dark', opensAt: 1440, thenAt: 390, isWeighed: false },
] as const

type View = { opensAt: number; thenAt: number; thenIn?: 'dark'; isWeighed: boolean }

/** 1280 px at 400 % zoom. */
const NARROWEST = 320
const WIDEST = 1920

test.use({ expectedConsole: /status of 404/, contextOptions: { reducedMotion: 'reduce' } })
test.slow()

for (const { locale, colorScheme, ...view } of VIEWS) {
  test.describe(`${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, viewport: { width: view.opensAt, height: 900 } })

    VISITORS_PAGES.forEach((pages, at) => {
      test(`pages of visitors are in order as sent and as used, part ${at + 1}`, async ({
        page,
      }) => {
        await page.addInitScript(watchLayoutShifts)
        await skipIdleDownloads(page)

        for (const one of pages) await auditVisitorsPage(page, one, view)
      })
    })

    test('pages of members and their menus and dialogs are in order', async ({ page, member }) => {
      const client = await restClientFor(page.request, member)
      // One language shows a newcomer, the other somebody with projects.
      if (locale === 'en-US') await addLinkedProject(page, member)
      const project = await makeProject(client, 'Ferry', ['Row'])
      await skipIdleDownloads(page)

      for (const one of [...MEMBERS_PAGES, ...projectPages(project.path)])
        await auditPage(page, one, view)
    })

    test('every tab of the settings is in order', async ({ page, member: _ }) => {
      await skipIdleDownloads(page)

      for (const one of SETTINGS_PAGES) await auditPage(page, one, view)
    })

    test('every panel of the simulator is in order', async ({ page, member: _, codeHost }) => {
      const login = await codeHost.newPerson()
      await codeHost.install(login)
      await codeHost.addRepository(login, 'tide-planner', [{ message: 'First', hoursAgo: 2 }])
      if (locale === 'en-US') await connect(page, login)
      await auditPage(page, { path: '/extension-simulator' }, view)
      await page.getByRole('button', { name: /^(Pick up the session|Tomar la sesión)$/ }).click()
      await expect(page.getByText(/^(Own session|Sesión propia)$/)).toBeVisible()

      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await expect(page.getByRole('tabpanel')).toBeVisible()
        await page.waitForLoadState('networkidle')
        if (locale === 'en-US') await expectAccessibleWhenOpen(page)
        else await auditAt(page, view.thenAt)
      }
    })
  })
}

test.describe('in English', () => {
  ADMINS_PAGES.forEach((pages, at) => {
    test(`pages of admins and their drawers are in order, part ${at + 1}`, async ({ page }) => {
      await openAsAdmin(page)

      for (const one of pages) {
        await page.emulateMedia({ colorScheme: 'light' })
        await auditPage(page, one, { ...VIEWS[0], thenIn: 'dark' })
      }
    })
  })
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES', colorScheme: 'dark' })

  test('pages of admins with long words are in order', async ({ page }) => {
    await openAsAdmin(page)

    for (const one of ADMINS_PAGES_IN_SPANISH) await auditPage(page, one, VIEWS[1])
  })
})

test('every part of the design system is accessible in both themes', async ({ page }) => {
  await page.goto('/dev/ui')

  for (const width of [390, 1440]) await auditAt(page, width)
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

/** As sent in one width, as used in the other. */
async function auditVisitorsPage(page: Page, one: AuditedPage, view: View): Promise<void> {
  const { opensAt, thenAt, isWeighed } = view
  const { path, budgetKb, use = (used) => used.keyboard.press('Tab') } = one
  const weight = await open(page, path, opensAt, 'networkidle')
  // What is below a ten-thousandth moves by less than a pixel.
  expect.soft(await layoutShift(page), `layout shift of ${path}`).toBeCloseTo(0, 4)
  await expectAccessible(page)

  if (budgetKb && isWeighed) {
    await page.mouse.move(5, 450)
    await waitForHydration(page)
    expect.soft(await weight(), `KB of ${path}`).toBeLessThanOrEqual(budgetKb)
  }
  await use(page)
  await expectFits(page, NARROWEST, opensAt, WIDEST)
  await auditAt(page, thenAt)
}

async function auditPage(page: Page, one: AuditedPage, view: View): Promise<void> {
  const { opensAt, thenAt, thenIn, isWeighed } = view
  const { path, budgetKb, opened = [] } = one
  const weight = await open(page, path, opensAt, budgetKb && isWeighed ? 'networkidle' : 'load')
  if (budgetKb && isWeighed)
    expect.soft(await weight(), `KB of ${path}`).toBeLessThanOrEqual(budgetKb)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.animate-skeleton')).toHaveCount(0)

  await auditAt(page, opensAt)
  await expectFits(page, NARROWEST)
  if (thenIn) await page.emulateMedia({ colorScheme: thenIn })
  await auditAt(page, thenAt)
  for (const openNext of opened) {
    // A phone has other ways there.
    await page.setViewportSize({ width: Math.max(opensAt, thenAt), height: 900 })
    await auditAt(page, thenAt, await openNext(page))
    await expectFits(page, NARROWEST)
  }
}

async function auditAt(page: Page, width: number, part = 'html'): Promise<void> {
  await expectFits(page, width)
  await expectAccessible(page, part)
}

/** Opens a page and returns what weighs it. */
async function open(
  page: Page,
  path: string,
  width: number,
  waitUntil: 'load' | 'networkidle',
): Promise<() => Promise<number>> {
  // What the page before still asks for is not of this one.
  await page.goto('about:blank')
  await page.setViewportSize({ width, height: 900 })
  const weight = weighing(page)
  await page.goto(path, { waitUntil })
  await expect(page).toHaveTitle(/Gitferry/)

  return weight
}

/** Signs an admin in, whose lists of webhooks and of feedback have a row. */
async function openAsAdmin(page: Page): Promise<void> {
  await sendBrokenEvent(page)
  await sendFeedback(page)
  await signIn(page, ADMIN)
}

async function sendFeedback(page: Page): Promise<void> {
  const { access_token } = await tokensOf(page.request, await makeMember(page.request))
  const sent = await page.request.post('/rest/v1/user_feedback', {
    data: { feedback_category: 'bug', title: 'The sail is torn' },
    headers: {
      apikey: await publishableKey(page.request),
      authorization: `Bearer ${access_token}`,
      prefer: 'return=minimal',
    },
  })

  expect(sent.status()).toBe(201)
}
