import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test('a session from before the API had a host of its own is taken over, and nobody signs in again', async ({
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
})

/** Two names of this machine: that of the pages, and the one the API gets. */
const HOSTS = ['127.0.0.1', 'localhost']

const otherHost = (url: string) => HOSTS.find((host) => host !== new URL(url).hostname) ?? ''

const keysOf = (url: string) =>
  [new URL(url).hostname, otherHost(url)].map((host) => `sb-${host.split('.')[0]}-auth-token`)

/** Pages as a server sends them whose API_URL has another host than its SITE_URL; the policy would follow. */
async function moveApi(page: Page, baseURL: string): Promise<void> {
  const [former, present] = keysOf(baseURL)
  const moved = new URL(baseURL)
  moved.hostname = otherHost(baseURL)

  await page.route('**/*', async (route) => {
    const asked = new URL(route.request().url())
    // The browser lets no page that was put in its hands call this machine, so the API's answers are handed over too.
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
