import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { ElementContext, RunOptions } from 'axe-core'
import { type Measuring, noteUnmeasured } from './measured-looks.ts'

/** Half the size of the package's own `source`, which each document has to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** With what its types leave out. */
type Options = RunOptions & { checks?: typeof checks }

/** Otherwise nothing is measured where a pseudo-element draws a pattern, as behind the whole login page. */
const checks = { 'color-contrast': { options: { ignorePseudo: true } } }

/** Another theme can only add contrast violations. */
const CONTRAST: Options = { runOnly: ['color-contrast'], checks }

// Parts of WCAG 2.2 AA (2.5.8, 2.5.3), and off by default.
const ALL: Options = {
  checks,
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}

const WITHOUT_CONTRAST: Options = {
  rules: { ...ALL.rules, 'color-contrast': { enabled: false } },
}

/** What another language can change: names and sizes. The structure stays. */
const TRANSLATED: Options = {
  runOnly: [
    'aria-command-name',
    'aria-dialog-name',
    'aria-input-field-name',
    'aria-toggle-field-name',
    'aria-tooltip-name',
    'button-name',
    'document-title',
    'empty-heading',
    'empty-table-header',
    'html-has-lang',
    'html-lang-valid',
    'image-alt',
    'label',
    'label-content-name-mismatch',
    'landmark-unique',
    'link-name',
    'select-name',
    'summary-name',
    'svg-img-alt',
    'target-size',
    'valid-lang',
  ],
}

/** Equals 1280 px at 400 % zoom. */
const NARROWEST = 320
const PHONE = 390
const DESKTOP = 1440

/** Waits for the heading first, even under a dialog: a check before the render would see half a page. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  expect(await violationsOf(page, part, ALL), page.url()).toEqual([])
}

/** A page that was found accessible in the first language, in another one. */
export async function expectTranslated(page: Page, part = 'html'): Promise<void> {
  expect(await violationsOf(page, part, TRANSLATED), page.url()).toEqual([])
}

/** In this theme, which stays. */
export async function expectContrast(page: Page, theme: 'light' | 'dark', part = 'html') {
  await page.emulateMedia({ colorScheme: theme })
  expect(await violationsOf(page, part, CONTRAST), `${page.url()}, ${theme}`).toEqual([])
}

/** A state that only appears by use: its layout on a phone, its colours in the dark on a wide screen. Both stay. */
export async function expectAccessibleWhenOpen(page: Page, part = 'html'): Promise<void> {
  await expectFits(page, NARROWEST, PHONE)
  await expectAccessible(page, part)
  await expectFits(page, DESKTOP)
  await expectContrast(page, 'dark', part)
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

/** Contrast is measured once per look of an element, which most keep at another width and in another language. */
async function violationsOf(page: Page, part: string, options: Options): Promise<string[]> {
  if (!(await page.evaluate(finishOpening, part))) await page.waitForFunction(finishOpening, part)
  const { count, all } = await noteUnmeasured(page, part)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; 0`)
  if (options === ALL && count === all) return run(page, part, ALL)

  return [
    ...(options === CONTRAST
      ? []
      : await run(page, part, options === ALL ? WITHOUT_CONTRAST : options)),
    ...(count > 0 ? await run(page, null, CONTRAST) : []),
  ]
}

/** Whether heading and part are there, with all their transitions at their end. */
function finishOpening(part: string): boolean {
  const isThere =
    document.querySelector('h1') !== null &&
    document.querySelector(part)?.checkVisibility({ visibilityProperty: true }) === true &&
    // What has only just opened is still transparent, and its transition has not begun.
    document.querySelector('[data-starting-style]') === null
  if (!isThere) return false

  // Head and foot that stick cover controls which a person scrolls into sight.
  const foot = document.querySelector<HTMLElement>('[data-sticky-foot]')
  if (foot) {
    foot.style.position = 'static'
    scrollTo(0, 0)
  }
  // Except those that repeat for ever.
  const moving = () =>
    document.getAnimations().filter(({ playState, effect }) => {
      const ends = Number(effect?.getComputedTiming().endTime)
      return playState === 'running' && Number.isFinite(ends)
    })
  // Colours in between would be measured; finishing one transition may start an inherited one.
  while (moving().length > 0) for (const one of moving()) one.finish()
  return true
}

/** Of this part, or of the elements that are not measured yet. */
function run(page: Page, part: string | null, options: Options): Promise<string[]> {
  return page.evaluate(
    async ({ part, options }) => {
      const inPage = window as unknown as Measuring & { axe: typeof axe }
      const context = {
        include: part === null ? inPage.looks.unmeasured : [part],
        // Focus guards pass the focus on at once, which a static check cannot know.
        exclude: ['[data-base-ui-focus-guard]'],
      } as ElementContext
      const { violations } = await inPage.axe.run(context, {
        ...options,
        resultTypes: ['violations'],
      })

      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    },
    { part, options },
  )
}
