import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { ADMIN, PRO, signIn } from './people.ts'

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } })

test('what needs attention has its state below its name, at the same edge', async ({ page }) => {
  await signIn(page, PRO)
  await page.goto('/dashboard')
  const rows = page.getByRole('listitem').filter({ has: page.getByText('See what went wrong') })
  await expect(rows.first()).toBeVisible()

  const [name, state] = [
    await rows.first().locator('p').first().boundingBox(),
    await rows.first().locator('[data-sync-state]').boundingBox(),
  ]

  expect(Math.round(state?.x ?? 0)).toBe(Math.round(name?.x ?? 1))
  expect(state?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
})

test('on a phone feedback is in the menu and floats over nothing; on a tablet it covers no words', async ({
  page,
  member: _,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('navigation').getByRole('button', { name: 'Send Feedback' }).click()
  await expect(page.getByRole('dialog', { name: 'Send Feedback' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Feedback', exact: true })).toBeHidden()

  await page.setViewportSize({ width: 800, height: 640 })
  await page.goto('/welcome')
  await expect(page.getByRole('button', { name: 'Feedback', exact: true })).toBeAttached()
  for (let place = 0; place < 12; place++) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place * 61)
    // The button moves aside some frames later.
    await expect.poll(() => wordsUnder(page), `at ${place * 61}`).toEqual([])
  }
})

test('the steps of the welcome page end with what can be pressed', async ({ page }) => {
  await page.goto('/welcome')
  const step = page.getByRole('listitem').filter({ has: page.getByText('Choose a repository') })
  const [card, way] = [
    await step.boundingBox(),
    await step.getByRole('link', { name: 'Open bolt.new' }).boundingBox(),
  ]

  const below = (card?.y ?? 0) + (card?.height ?? 0) - (way?.y ?? 0) - (way?.height ?? 0)
  expect(below).toBeLessThan(32)
})

test('lists of the admin area show no keys on a phone', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/admin/users')
  await expect(page.getByRole('table')).toBeVisible()

  await expect(page.getByRole('list', { name: 'Keyboard shortcuts' })).toBeHidden()
})

test('the settings’ sections unfold, and fold again when one is chosen or Escape is pressed', async ({
  page,
  member: _,
}) => {
  await page.goto('/settings')
  const sections = page.getByRole('navigation', { name: 'Settings' })
  const button = sections.getByRole('button')

  await button.click()
  await expectAccessible(page, 'main')
  await sections.getByRole('link', { name: 'Billing' }).click()

  await expect(page).toHaveURL('/settings?tab=billing')
  await expect(button).toHaveText('Billing')
  await expect(button).toBeFocused()
  await expect(sections.getByRole('link').first()).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(sections.getByRole('link')).toHaveCount(9)
  await page.keyboard.press('Escape')
  await expect(sections.getByRole('link').first()).toBeHidden()
})

/** Texts of the page whose letters lie below the button as it is drawn now. */
const wordsUnder = (page: Page) =>
  page.evaluate(() => {
    const button = [...document.querySelectorAll('button.fixed')].find((one) =>
      one.textContent?.includes('Feedback'),
    )
    const place = button?.getBoundingClientRect()
    const main = document.querySelector('main')
    if (!place || !main) return ['no button']

    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const element = text.parentElement
      const isUnder = [...range.getClientRects()].some((rect) => {
        const left = Math.max(rect.left, place.left)
        const right = Math.min(rect.right, place.right)
        const top = Math.max(rect.top, place.top)
        const bottom = Math.min(rect.bottom, place.bottom)
        if (right - left < 2 || bottom - top < 2) return false
        // Content that a scrolling table clips does not count.
        const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
        return element !== null && there.includes(element)
      })
      if (isUnder && element?.checkVisibility() && !element.closest('.sr-only')) {
        found.push(text.textContent ?? '')
      }
    }
    return found
  })
