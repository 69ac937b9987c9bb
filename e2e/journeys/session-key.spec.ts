import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test('a session from before the API had its own host is migrated without a new sign-in', async ({
  page,
  member,
  baseURL,
}) => {
  const [former, present] = keysOf(baseURL ?? '')
  await moveApi(page, baseURL ?? '')

  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  expect(await page.evaluate(() => Object.keys(localStorage))).toContain(present)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain(former)
  // This journey also answers requests that the screen sends late.
  await page.waitForLoadState('networkidle')
})

/** Two host names of this machine: one for the pages, one for the API. */
const HOSTS = ['127.0.0.1', 'localhost']

const otherHost = (url: string) => HOSTS.find((host) => host !== new URL(url).hostname) ?? ''

const keysOf = (url: string) =>
  [new URL(url).hostname, otherHost(url)].map((host) => `sb-${host.split('.')[0]}-auth-token`)

/** Rewrites pages as a server would send them whose API_URL has another host than its SITE_URL. */
async function moveApi(page: Page, baseURL: string): Promise<void> {
  const [former, present] = keysOf(baseURL)
  const moved = new URL(baseURL)
  moved.hostname = otherHost(baseURL)

  await page.route('**/*', async (route) => {
    const asked = new URL(route.request().url())
    // Chromium blocks loopback calls from fulfilled pages, so the API's responses are fulfilled as well.
    if (asked.host === moved.host) {
      asked.host = new URL(baseURL).host
      return route.fulfill({ response: await route.fetch({ url: asked.href }) })
    }
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    const body = (await response.text())
      .replace(/"apiUrl":"[^"]*"/, `"apiUrl":"${moved.origin}"`)
      .replace(`data-session-key="${former}"`, `data-session-key="${present}"`)
    await route.fulfill({ response, headers, body })
  })
}
