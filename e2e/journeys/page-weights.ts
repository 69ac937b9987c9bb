import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'

export const KB = 1024

/** As `config/when-idle.ts` of the web waits before it downloads what may be wanted later. */
const IDLE_AFTER_MS = 4000

const weights = new Map<string, number>()

/** Pages opened from now on download only what they need at once. */
export const skipIdleDownloads = (page: Page) =>
  page.addInitScript((idleAfterMs) => {
    const real = window.setTimeout
    const withoutIdle = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === idleAfterMs ? 0 : real(run, ms, ...rest)
    window.setTimeout = withoutIdle as typeof setTimeout
  }, IDLE_AFTER_MS)

/** Weighs, in KB, the scripts and styles that the page asks for from now on, however the server compresses them. */
export function weighing(page: Page): () => Promise<number> {
  const urls = new Set<string>()
  const note = (request: Request) => {
    if (/script|stylesheet/.test(request.resourceType())) urls.add(request.url())
  }
  page.on('request', note)

  return async () => {
    page.off('request', note)
    const sizes = await Promise.all([...urls].map((url) => weightOf(page, url)))

    return sizes.reduce((sum, size) => sum + size, 0) / KB
  }
}

export async function weightOf(page: Page, url: string): Promise<number> {
  const known = weights.get(url)
  if (known !== undefined) return known

  const size = brotliCompressSync(await (await page.request.get(url)).body()).length
  weights.set(url, size)
  return size
}

/** React has begun, which it does when everything is downloaded. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) =>
      key.startsWith('__reactContainer'),
    ),
  )
