import type { Page } from '@playwright/test'

/** To be run before the page's own scripts: adds up everything that moves without being asked to. */
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
