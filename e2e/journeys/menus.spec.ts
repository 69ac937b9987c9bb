import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { type RestClient, restClientFor } from './projects.ts'

/** Changes of the page between the press of an item and its release. */
const CHANGES: Record<string, (page: Page) => Promise<void>> = {
  'the list grows above': (page) => resizeSpacer(page, 460),
  'the list shrinks above': (page) => resizeSpacer(page, 0),
  'the list grows below': (page) => addRows(page, 20),
  'the page is scrolled': (page) => page.evaluate(() => scrollBy(0, 160)),
  'the window gets lower': (page) => page.setViewportSize({ width: 1280, height: 690 }),
}

/** One for each side on which a menu opens. */
const ROUNDS = 2

test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } })
test.slow()

test('a press that begins on an item of a menu ends on it, whatever the page does', async ({
  page,
  member,
}) => {
  await linkProjects(await restClientFor(page.request, member), 12)
  await page.goto('/projects')
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^More/ }) })
  await expect(rows).toHaveCount(12)
  const dialog = page.getByRole('dialog')

  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, change] of Object.entries(CHANGES)) {
      await page.setViewportSize({ width: 1280, height: 720 })
      await resizeSpacer(page, 230)
      // At the lower edge a menu opens above its button, in the middle below it.
      const button = rows.nth(5 + round).getByRole('button', { name: /^More/ })
      await moveTo(button, round % 2 === 0 ? 660 : 360)
      await button.click()
      const item = page.getByRole('menuitem', { name: 'Edit link' })
      await item.hover()
      const before = await item.boundingBox()

      await page.mouse.down()
      await change(page)
      await frames(page)
      expect(await item.boundingBox(), name).toEqual(before)
      await page.mouse.up()

      await expect(dialog, name).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }
})

test('an open menu keeps its side while there is room for it', async ({ page, member }) => {
  await linkProjects(await restClientFor(page.request, member), 12)
  await page.goto('/projects')
  const button = page.getByRole('button', { name: /^More/ }).nth(6)
  await resizeSpacer(page, 230)
  await moveTo(button, 660)
  await button.click()
  const menu = page.getByRole('menu')
  await expect(menu).toHaveAttribute('data-side', 'top')

  // There is room below now, and still above.
  await resizeSpacer(page, 30)
  await frames(page)

  await expect(menu).toHaveAttribute('data-side', 'top')
  await expect.poll(async () => (await gapBetween(menu, button)) < 12).toBe(true)
})

/** Above the list, as a banner that comes or goes. */
const resizeSpacer = (page: Page, height: number) =>
  page.evaluate((pixels) => {
    // Otherwise the browser scrolls along, and nothing moves.
    document.documentElement.style.setProperty('overflow-anchor', 'none')
    const spacer = document.querySelector('#spacer') ?? document.createElement('div')
    spacer.id = 'spacer'
    ;(spacer as HTMLElement).style.setProperty('height', `${pixels}px`)
    document.querySelector('main')?.prepend(spacer)
  }, height)

const addRows = (page: Page, count: number) =>
  page.evaluate((rows) => {
    const list = document.querySelector('main li')?.parentElement
    for (let i = 0; i < rows; i++) {
      const row = document.createElement('li')
      row.textContent = 'Loaded later'
      row.style.setProperty('height', '60px')
      row.className = 'loaded-later'
      list?.append(row)
    }
  }, count)

const moveTo = (button: Locator, y: number) =>
  button.evaluate((element, wanted) => {
    scrollBy({ top: element.getBoundingClientRect().top - wanted, behavior: 'instant' })
  }, y)

/** As long as a menu takes to follow its button. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

async function gapBetween(menu: Locator, button: Locator): Promise<number> {
  const [above, below] = [await menu.boundingBox(), await button.boundingBox()]

  return above && below ? Math.abs(below.y - (above.y + above.height)) : Number.NaN
}

const linkProjects = ({ rest, id }: RestClient, count: number) =>
  rest('bolt_projects', {
    method: 'POST',
    data: Array.from({ length: count }, (_, i) => ({ user_id: id, project_name: `Project ${i}` })),
  })
