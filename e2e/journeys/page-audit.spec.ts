import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleWhenOpen,
  expectContrast,
  expectFits,
  expectTranslated,
} from './accessible.ts'
import {
  ADMINS_PAGES,
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
import { makeAdmin, makeMember, publishableKey, signIn, tokensOf } from './people.ts'
import { addLinkedProject, makeProject, restClientFor } from './projects.ts'
import { sendBrokenEvent } from './webhooks.ts'

// Every page in each language, theme and width, on as few documents as possible: a theme changes colours only, and a
// language names and lengths. The `page` fixture adds console messages, uncaught errors and violations of the content policy.
const PHONE = 390
const DESKTOP = 1440
/** 1280 px at 400 % zoom. */
const NARROWEST = 320
const WIDEST = 1920
/** Of pages whose data comes late. */
const MAX_SHIFT = 0.02
/** Names of files are part of the scripts and change with them, by a few bytes for each import. */
const NAMES_KB = 0.3

test.use({
  expectedConsole: /status of 404/,
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: PHONE, height: 900 },
})
test.slow()

VISITORS_PAGES.forEach((pages, at) => {
  test(`pages of visitors are in order as sent and as used, part ${at + 1}`, async ({ page }) => {
    await page.addInitScript(watchLayoutShifts)
    await skipIdleDownloads(page)

    for (const one of pages) await auditVisitorsPage(page, one, PHONE, DESKTOP)
  })

  test.describe('in Spanish', () => {
    test.use({ locale: 'es-ES', colorScheme: 'dark' })

    test(`pages of visitors are in order as sent and as used, part ${at + 1}`, async ({ page }) => {
      await page.addInitScript(watchLayoutShifts)

      for (const one of pages) await auditVisitorsPage(page, one, DESKTOP, PHONE)
    })
  })
})

test('pages of members and their menus and dialogs are in order', async ({ page, member }) => {
  const client = await restClientFor(page.request, member)
  await addLinkedProject(page, member)
  const project = await makeProject(client, 'Ferry', ['Row'])
  await skipIdleDownloads(page)

  for (const one of [...MEMBERS_PAGES, ...projectPages(project.path)]) await auditPage(page, one)
})

test('every tab of the settings is in order', async ({ page, member: _ }) => {
  await skipIdleDownloads(page)
  await withSlowData(page)

  for (const one of SETTINGS_PAGES) {
    await auditPage(page, one, async () => {
      expect
        .soft(await layoutShift(page), `layout shift of ${one.path}`)
        .toBeLessThanOrEqual(MAX_SHIFT)
    })
  }
})

ADMINS_PAGES.forEach((pages, at) => {
  test(`pages of admins and their drawers are in order, part ${at + 1}`, async ({ page }) => {
    await openAsAdmin(page)

    for (const one of pages) await auditPage(page, one)
  })
})

for (const { locale, colorScheme } of [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'es-ES', colorScheme: 'dark' },
] as const) {
  test.describe(`${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme })

    test('every panel of the simulator is in order', async ({ page, member: _, codeHost }) => {
      const login = await codeHost.newPerson()
      await codeHost.install(login)
      await codeHost.addRepository(login, 'tide-planner', [{ message: 'First', hoursAgo: 2 }])
      if (locale === 'en-US') await connect(page, login)
      await open(page, '/extension-simulator', PHONE)
      await auditAt(page, PHONE)
      await expectFits(page, NARROWEST)
      await auditAt(page, DESKTOP)
      await page
        .getByRole('button', {
          name: /^(Sign in to the simulator|Iniciar sesión en el simulador)$/,
        })
        .click()
      await expect(page.getByText(/^(Signed in|Sesión iniciada)$/)).toBeVisible()

      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await expect(page.getByRole('tabpanel')).toBeVisible()
        await page.waitForLoadState('networkidle')
        if (locale === 'en-US') await expectAccessibleWhenOpen(page)
        else await auditAt(page, PHONE)
      }
    })
  })
}

test.describe('a newcomer, in Spanish, in the dark', () => {
  test.use({ locale: 'es-ES', colorScheme: 'dark' })

  test('finds pages without anything on them in order', async ({ page, member: _ }) => {
    for (const { path } of MEMBERS_PAGES) {
      await open(page, path, DESKTOP)
      await waitForContent(page)

      await auditAt(page, DESKTOP)
      await expectFits(page, NARROWEST)
      await auditAt(page, PHONE)
    }
  })
})

test('every part of the design system is accessible in both themes', async ({ page }) => {
  await page.goto('/dev/ui')

  for (const width of [390, 1440]) await auditAt(page, width)
})

test('a contrast that is too low only in the dark on a wide screen is found', async ({ page }) => {
  await open(page, '/login', PHONE)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@media (width > 1000px) and (prefers-color-scheme: dark) {
      h1 { color: #333 !important }
    }`)
    document.adoptedStyleSheets.push(sheet)
  })
  await expectAccessible(page)
  await expectContrast(page, 'dark')
  await expect(auditAt(page, DESKTOP)).rejects.toThrow('color-contrast: <h1')
  await expectContrast(page, 'light')
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

/** As sent in one width, as used in the other. In the first language it is shown in both themes, and its size is measured. */
async function auditVisitorsPage(
  page: Page,
  one: AuditedPage,
  first: number,
  then: number,
): Promise<void> {
  const { path, budgetKb, use = (used) => used.keyboard.press('Tab') } = one
  const isEnglish = first === PHONE
  if (isEnglish) await page.emulateMedia({ colorScheme: 'light' })
  const weight = await open(page, path, first)
  await expectAccessible(page)
  if (isEnglish) await expectContrast(page, 'dark')

  // React begins when everything is downloaded.
  await page.mouse.move(5, 450)
  await waitForHydration(page)
  // Smaller shifts are less than a pixel.
  expect.soft(await layoutShift(page), `layout shift of ${path}`).toBeCloseTo(0, 4)
  if (budgetKb && isEnglish)
    expect.soft(await weight(), `KB of ${path}`).toBeLessThanOrEqual(budgetKb + NAMES_KB)
  await use(page)
  await expectFits(page, NARROWEST, WIDEST)
  await auditAt(page, then)
  if (isEnglish) await expectContrast(page, 'light')
}

/** English in both themes, then Spanish in place; what opens by use is opened in each. */
async function auditPage(page: Page, one: AuditedPage, asLoaded = async () => {}): Promise<void> {
  const { path, budgetKb, opened = [] } = one
  await page.emulateMedia({ colorScheme: 'light' })
  const weight = await open(page, path, PHONE)
  await waitForContent(page)
  await asLoaded()
  await auditAt(page, PHONE)
  if (budgetKb)
    expect.soft(await weight(), `KB of ${path}`).toBeLessThanOrEqual(budgetKb + NAMES_KB)
  await expectContrast(page, 'dark')
  await expectFits(page, NARROWEST)
  await auditAt(page, DESKTOP)
  await expectContrast(page, 'light')
  for (const openNext of opened) await auditOpened(page, openNext, DESKTOP)

  if (opened.length > 0) await openInSpanish(page, path)
  else await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expectFits(page, DESKTOP)
  await expectTranslated(page)
  await expectFits(page, NARROWEST, PHONE)
  await expectTranslated(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const openNext of opened) await auditOpened(page, openNext, PHONE)
  await forgetLanguage(page)
}

/** Data comes late and in another order than it was asked for, so that whatever moves for it does so after the first frame. */
async function withSlowData(page: Page): Promise<void> {
  let asked = 0
  await page.addInitScript(watchLayoutShifts)
  await page.route(/\/(rest|functions)\/v1\//, async (route) => {
    asked += 1
    const late = asked % 2 === 0 ? 60 : 160
    await new Promise((resolve) => setTimeout(resolve, late))
    await route.fallback()
  })
}

async function auditOpened(
  page: Page,
  openNext: (page: Page) => Promise<string>,
  width: number,
): Promise<void> {
  // On a phone the pages are reached in other ways.
  await page.setViewportSize({ width: DESKTOP, height: 900 })
  await auditAt(page, width, await openNext(page))
  await expectFits(page, NARROWEST)
}

async function auditAt(page: Page, width: number, part = 'html'): Promise<void> {
  await expectFits(page, width)
  await expectAccessible(page, part)
}

/** Opens a page and returns the function that weighs it. */
async function open(page: Page, path: string, width: number): Promise<() => Promise<number>> {
  // Late requests of the previous page do not count for this one.
  await page.goto('about:blank')
  await page.setViewportSize({ width, height: 900 })
  const weight = weighing(page)
  await page.goto(path)
  await expect(page).toHaveTitle(/Gitferry/)

  return weight
}

async function waitForContent(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  // The last card of a long page may wait until it is near.
  const waiting = page.locator('.animate-skeleton')
  await expect(async () => {
    if ((await waiting.count()) > 0) await waiting.last().scrollIntoViewIfNeeded({ timeout: 1000 })
    await expect(waiting).toHaveCount(0, { timeout: 1000 })
  }).toPass()
}

async function openInSpanish(page: Page, path: string): Promise<void> {
  await page.evaluate(() => localStorage.setItem('language', 'es'))
  await open(page, path, DESKTOP)
  await waitForContent(page)
}

/** The next page comes in the language of the browser again. */
async function forgetLanguage(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('language'))
  await page.context().clearCookies({ name: 'language' })
}

/** Signs in an admin of this journey alone, who changes their language; lists of webhooks and of feedback have a row. */
async function openAsAdmin(page: Page): Promise<void> {
  await sendBrokenEvent(page)
  const admin = await makeAdmin(page.request)
  // The newest account is a member, whom an admin may ban.
  await sendFeedback(page)
  await signIn(page, admin)
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
