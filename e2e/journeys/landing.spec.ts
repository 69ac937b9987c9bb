import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

/** Specification, section 2: anchors land this far below the upper edge. */
const OFFSET_PX = 80

for (const anchor of ['features', 'upgrade', 'fix-services', 'help']) {
  test(`the navigation leads to ${anchor}, 80 px below the edge`, async ({ page }) => {
    await page.goto('/')

    const navigation = page.getByRole('navigation', { name: 'On this page' })
    await navigation.locator(`a[href="#${anchor}"]`).click()

    await expect(page).toHaveURL(`/#${anchor}`)
    await expect.poll(() => topOf(page, `#${anchor}`)).toBe(OFFSET_PX)
  })
}

for (const width of [767, 768]) {
  test(`at ${width} px either the bar or the menu links to the sections`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const isNarrow = width < 768

    await expect(page.locator('summary[aria-label="Menu"]')).toBeVisible({ visible: isNarrow })
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible({
      visible: !isNarrow,
    })
  })
}

test('a visitor tries the demo push and sees the commit', async ({ page }) => {
  await page.goto('/')
  const demo = page.getByRole('region', { name: 'Try a push' })

  await demo.getByLabel('public/old-icons.css').uncheck()
  await demo.getByRole('button', { name: 'Push 3 files' }).click()

  await expect(demo.getByRole('status')).toHaveText('3 files pushed to main as commit 9f3c2ab.')
  await expect(demo.getByText('+224', { exact: true })).toBeVisible()
  await expect(demo.getByText('−9', { exact: true })).toBeVisible()
  await demo.getByRole('button', { name: 'Start over' }).click()
  await expect(demo.getByRole('button', { name: 'Push 3 files' })).toBeVisible()
})

test('the demo leads from its commit to an account', async ({ page }) => {
  await page.goto('/')
  const demo = page.getByRole('region', { name: 'Try a push' })

  await demo.getByRole('button', { name: 'Push 4 files' }).click()
  await demo.getByRole('link', { name: 'Do this with your project' }).click()

  await expect(page).toHaveURL('/register')
})

test('Watch Demo plays the recording with captions, and Escape leads back', async ({ page }) => {
  const videos: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.webm')) videos.push(request.url())
  })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Watch Demo' }).last()
  await link.hover()
  await page.waitForLoadState('networkidle')
  expect(videos).toEqual([])

  await link.click()
  const video = page.getByRole('dialog').getByLabel('Gitferry pushes a project')

  await expect.poll(() => video.evaluate(secondsPlayed)).toBeGreaterThan(0)
  expect(await video.evaluate(shownCaptions)).toEqual([
    'A project in the builder, with three changes since the last push.',
  ])
  await page.keyboard.press('Escape')
  await expect(video).toBeHidden()
  await expect(link).toBeFocused()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('Watch Demo plays the demo on the page', async ({ page }) => {
    await page.goto('/')
    const demo = page.getByRole('region', { name: 'Try a push' })

    await page.getByRole('link', { name: 'Watch Demo' }).last().click()

    await expect(demo).toBeInViewport()
    await expect(demo.getByRole('status')).toHaveText('4 files pushed to main as commit 9f3c2ab.')
  })
})

test.describe('where the recording does not load', () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test('Watch Demo plays the demo on the page', async ({ page }) => {
    await page.route('**/*.webm', (route) => route.abort())
    await page.goto('/')
    const demo = page.getByRole('region', { name: 'Try a push' })
    await page.getByRole('heading', { level: 1 }).hover()
    await page.waitForLoadState('networkidle')

    await page.getByRole('link', { name: 'Watch Demo' }).last().click()

    await expect(demo).toBeInViewport()
    await expect(demo.getByRole('status')).toHaveText('4 files pushed to main as commit 9f3c2ab.')
  })
})

test('without a store address, Add to Chrome opens the guide to installing from a file', async ({
  page,
}) => {
  await page.goto('/')

  await page.getByRole('link', { name: 'Add to Chrome' }).first().click()

  await expect(page).toHaveURL('/docs/install')
  await expect(page.getByRole('heading', { level: 1, name: 'Install from a file' })).toBeVisible()
})

test('no link of the page leads to a search page', async ({ page }) => {
  await page.goto('/')

  const addresses = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))

  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses.filter((href) => /search|results|community\/discussions/.test(href))).toEqual([])
})

test('the Pro section names both prices', async ({ page }) => {
  await page.goto('/')

  const section = page.locator('#upgrade')

  await expect(section.getByText('$4per month')).toBeVisible()
  await expect(section.getByText('$40per year')).toBeVisible()
})

test('the page is not endless', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')

  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6000)
})

test('beside the first button stand where it runs, where access is kept, and who makes it', async ({
  page,
}) => {
  await page.goto('/')

  await expect(page.getByText('Runs on bolt.new and this site.')).toBeVisible()
  await expect(page.getByText('Tokens stay in your browser')).toBeVisible()
  await expect(page.getByText('The GitHub App’s access is kept encrypted')).toBeVisible()
  await expect(page.getByText(/^Made by @/)).toBeVisible()
  await page.getByRole('link', { name: 'What changed lately' }).click()
  await expect(page).toHaveURL('/changelog')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('each figure leads to where it comes from', async ({ page }) => {
  await page.goto('/')
  const figures = page.getByRole('region', { name: 'Gitferry in numbers' })
  await expect(figures.getByRole('link')).toHaveCount(3)

  await figures.getByRole('link', { name: 'projects synchronized' }).click()

  await expect(page).toHaveURL('/docs#figures')
  await expect(page.getByText(/^Projects: /)).toBeInViewport()
})

test('what to read, watch and ask stands once in the sections', async ({ page }) => {
  await page.goto('/')

  const addresses = await page
    .locator('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  const guides = addresses.filter((href) => /\/docs\/(getting|github|trouble)/.test(href))

  expect(guides).toHaveLength(3)
  expect(new Set(guides).size).toBe(3)
})

test('the product is shown, and each picture of it has a text', async ({ page }) => {
  await page.goto('/')

  await expect(page.getByRole('figure')).toHaveCount(3)
  for (const figure of await page.getByRole('figure').all()) {
    await expect(figure.locator('figcaption')).not.toBeEmpty()
    await expect(figure.getByRole('button').or(figure.getByRole('link'))).toHaveCount(0)
  }
})

test('nine questions open by keyboard, one at a time', async ({ page }) => {
  await page.goto('/')
  const questions = page.locator('details[name="questions"]')
  await expect(questions).toHaveCount(9)

  await page.getByText('Is it free?').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Adding the extension, pushing and importing')).toBeVisible()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('Firefox and Safari are planned.').first()).toBeVisible()
  await expect(page.locator('details[name="questions"][open]')).toHaveCount(1)
})

test('the upgrade button leads to the prices, at their top', async ({ page }) => {
  await page.goto('/#upgrade')

  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()

  await expect(page).toHaveURL('/pricing')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu lists the sections, and closes after a choice', async ({ page }) => {
    await page.goto('/')

    await page.getByLabel('Menu').first().click()
    await page.getByRole('navigation', { name: 'Menu' }).getByText('Help').click()

    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
    await expect.poll(() => topOf(page, '#help')).toBe(OFFSET_PX)
  })

  test('the page is not endless on a phone', async ({ page }) => {
    await page.goto('/')

    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      6500,
    )
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the link can be sent to a computer', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (data: ShareData) => document.body.setAttribute('data-shared', data.url ?? ''),
      })
    })
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Send the link to my computer' }).first()
    await expect(link).toHaveAttribute('href', /^mailto:\?subject=.+&body=http/)

    // The first touch brings the application; until it is there, the link writes an email.
    await page.getByRole('heading', { level: 1 }).tap()
    await page.waitForLoadState('networkidle')
    await link.tap()

    await expect(page.locator('body')).toHaveAttribute('data-shared', /^http/)
  })
})

test.describe('on a phone without script', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })

  test('the menu leaves the chosen section in sight, and can be opened again', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const button = page.locator('summary[aria-label="Menu"]')

    await button.click()
    await menu.getByText('Help').click()
    await expect(menu).toBeHidden()
    await expect(page.locator('#help').getByRole('heading').first()).toBeInViewport()
    await button.dblclick()

    await expect(menu).toBeVisible()
  })
})

test('the styles sent with the landing page cover every class it uses', async ({ page }) => {
  await page.goto('/')
  const onLanding = await classesStyledOn(page)
  // The region of notifications is empty until the application runs, which brings all styles.
  const used = await page
    .locator('[class]:not([aria-live])')
    .evaluateAll((elements) => elements.flatMap((element) => [...element.classList]))
  await page.goto('/login')
  const everywhere = await classesStyledOn(page)

  const missing = used.filter((name) => everywhere.has(name) && !onLanding.has(name))

  expect(used.length).toBeGreaterThan(500)
  expect([...new Set(missing)]).toEqual([])
})

/** The classes that some rule of the page's stylesheets names. */
async function classesStyledOn(page: Page): Promise<Set<string>> {
  const selectors = await page.evaluate(() => {
    const selectorsIn = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...(rule instanceof CSSGroupingRule ? selectorsIn(rule.cssRules) : []),
      ])
    return [...document.styleSheets].flatMap((sheet) => selectorsIn(sheet.cssRules))
  })
  const names = selectors.flatMap((selector) => selector.match(/\.(?:\\.|[\w-])+/g) ?? [])

  return new Set(names.map((name) => name.slice(1).replaceAll('\\', '')))
}

const secondsPlayed = (video: Element) => (video as HTMLVideoElement).currentTime

const shownCaptions = (video: Element) =>
  [...(video as HTMLVideoElement).textTracks].flatMap(({ mode, activeCues }) =>
    mode === 'showing' ? [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text) : [],
  )

function topOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .evaluate((element) => Math.round(element.getBoundingClientRect().top))
}
