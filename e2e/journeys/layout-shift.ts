import type { Page } from '@playwright/test'

/** Runs before the page's own scripts and sums up all layout shifts. */
export function watchLayoutShifts(): void {
  const seen = window as unknown as { layoutShift: number }
  seen.layoutShift = 0

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      seen.layoutShift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
}
