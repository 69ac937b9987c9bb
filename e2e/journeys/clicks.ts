import { expect, type Page } from '@playwright/test'

/** Counts presses of the pointer from now on, on our pages and on those of providers. `docs/score-card.md` says how many a task takes. */
export async function countClicks(page: Page) {
  let clicks = 0
  await page.exposeFunction('noteClick', () => {
    clicks += 1
  })
  const listen = () =>
    addEventListener(
      'pointerdown',
      () => void (window as unknown as { noteClick: () => Promise<void> }).noteClick(),
      true,
    )
  await page.addInitScript(listen)
  await page.evaluate(listen)

  return {
    restart: () => {
      clicks = 0
    },
    /** The page reports a press a moment later. */
    expectAtMost: async (most: number) => {
      await page.evaluate(() => undefined)
      expect(clicks, 'clicks of this task').toBeLessThanOrEqual(most)
      expect(clicks).toBeGreaterThan(0)
    },
  }
}
