import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Of a page's faults, another theme can only bring those of contrast. */
const CONTRAST: RunOptions = { runOnly: ['color-contrast'] }

// Part of WCAG 2.2 AA, and off unless asked for.
const ALL: RunOptions = { rules: { 'target-size': { enabled: true } } }

/** Also a screen of 1280 px at four times the size. */
const NARROWEST = 320

/** Waits for the heading first, even where a dialog lies over it: a check that races the render would check half a page. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  expect(await faultsOf(page, part, ALL)).toEqual([])
}

/**
 * What a page looks like at every width and in both themes, as when somebody turns his phone or the sun goes down: it
 * is loaded once. The last of the widths stays.
 */
export async function expectAccessibleInAllLooks(
  page: Page,
  widths: number[],
  part = 'html',
): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 900 })
  await expectNoHorizontalScroll(page)

  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await faultsOf(page, part, ALL)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await faultsOf(page, part, CONTRAST)

    expect({ light, dark }, `${page.url()}, ${width} px`).toEqual({ light: [], dark: [] })
    await expectNoHorizontalScroll(page)
  }
}

/** Once everything has found its place: a menu follows its button a moment later. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const tooMuch = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })

  await expect.poll(tooMuch).toBeLessThanOrEqual(0)
}

async function faultsOf(page: Page, part: string, options: RunOptions): Promise<string[]> {
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator(part).first()).toBeVisible()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)

  return page.evaluate(
    async ({ part, options }) => {
      const moving = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
      // A colour on its way to another is neither; and what inherits it sets out when it has arrived.
      while (moving().length > 0) for (const one of moving()) one.finish()
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const context = {
        include: [part],
        // They pass the focus on before anybody can hear of them, which a static look cannot know.
        exclude: ['[data-base-ui-focus-guard]'],
      }
      const { violations } = await inPage.run(context, { ...options, resultTypes: ['violations'] })

      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    },
    { part, options },
  )
}
