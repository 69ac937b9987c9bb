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

/** Waits for the heading first, even under a dialog: a check before the render would see half a page. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  expect(await violationsOf(page, part, ALL)).toEqual([])
}

/** Checks a loaded page at every width and in both themes without reloading. The last width stays. */
export const expectAccessibleInAllViews = (page: Page, widths: number[], part = 'html') =>
  expectAccessibleInViews(page, inBothThemes(widths), part)

type View = { width: number; theme: 'light' | 'dark'; rules: RunOptions }

export const inBothThemes = (widths: number[]): View[] =>
  widths.flatMap((width): View[] => [
    { width, theme: 'light', rules: ALL },
    { width, theme: 'dark', rules: CONTRAST },
  ])

/** For a further language, which changes names and lengths but no colours: each width and each theme once. */
export const inAlternateThemes = (widths: number[]): View[] =>
  widths.map((width, at) => ({ width, theme: at % 2 === 0 ? 'dark' : 'light', rules: ALL }))

export async function expectAccessibleInViews(
  page: Page,
  views: readonly View[],
  part = 'html',
): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 900 })
  await expectNoHorizontalScroll(page)

  for (const { width, theme, rules } of views) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })

    const violations = await violationsOf(page, part, rules)
    expect(violations, `${page.url()}, ${width} px, ${theme}`).toEqual([])
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

  await expect.poll(tooMuch).toBeLessThanOrEqual(0)
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
