import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Another theme can only add contrast violations. */
const CONTRAST: RunOptions = { runOnly: ['color-contrast'] }

// Parts of WCAG 2.2 AA (2.5.8, 2.5.3), and off by default.
const ALL: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}

/** Equals 1280 px at 400 % zoom. */
const NARROWEST = 320
const PHONE = 390
const DESKTOP = 1440

/** Waits for the heading first, even under a dialog: a check before the render would see half a page. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  expect(await violationsOf(page, part, ALL), page.url()).toEqual([])
}

/** A state that only appears by use: its layout on a phone, its colours in the dark on a wide screen. Both stay. */
export async function expectAccessibleWhenOpen(page: Page, part = 'html'): Promise<void> {
  await expectFits(page, NARROWEST, PHONE)
  await expectAccessible(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectFits(page, DESKTOP)
  expect(await violationsOf(page, part, CONTRAST)).toEqual([])
}

/** Nothing has to be scrolled sideways at these widths. The last one stays. */
export async function expectFits(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page)
  }
}

/** Polls, because a menu is positioned a moment after its button. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const tooMuch = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })

  await expect.poll(tooMuch, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

async function violationsOf(page: Page, part: string, options: RunOptions): Promise<string[]> {
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator(part).first()).toBeVisible()
  // What has only just opened is still transparent, and its transition has not begun.
  await expect(page.locator('[data-starting-style]')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)

  return page.evaluate(
    async ({ part, options }) => {
      // Except those that repeat for ever.
      const moving = () =>
        document.getAnimations().filter(({ playState, effect }) => {
          const ends = Number(effect?.getComputedTiming().endTime)
          return playState === 'running' && Number.isFinite(ends)
        })
      // Colours in between would be measured; finishing one transition may start an inherited one.
      while (moving().length > 0) for (const one of moving()) one.finish()
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const context = {
        include: [part],
        // Focus guards pass the focus on at once, which a static check cannot know.
        exclude: ['[data-base-ui-focus-guard]'],
      }
      const { violations } = await inPage.run(context, { ...options, resultTypes: ['violations'] })

      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    },
    { part, options },
  )
}
