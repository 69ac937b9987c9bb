import { expect, type Page, type Request } from '@playwright/test'
import { test } from './fixtures.ts'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'
import type { Person } from './people.ts'
import { asElsewhere } from './projects.ts'

const KB = 1024

const REST_OF_THE_PAGE = /<\/h1>[\s\S]*?(?=<script type="application\/json")/

test('a first visit costs little, and shifts nothing, before the page is used', async ({
  page,
}) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/', { waitUntil: 'networkidle' })

  expect(requests.length).toBeLessThanOrEqual(8)
  expect(await transferred(requests)).toBeLessThanOrEqual(45 * KB)
  expect(await transferred(requests.filter(isScript))).toBeLessThanOrEqual(5 * KB)
  expect(await layoutShift(page)).toBe(0)
})

test('the welcome page waits for the extension without the application', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/welcome', { waitUntil: 'networkidle' })
  await expect(page.getByText('The extension does not answer')).toBeVisible()

  expect(await transferred(requests.filter(isScript))).toBeLessThanOrEqual(5 * KB)
  expect(await layoutShift(page)).toBe(0)
})

test("a member's first screen stays within its budget of script", async ({ page, member }) => {
  await linkTide(page, member)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)

  expect(await bodies(requests.filter(isScript))).toBeLessThanOrEqual(130 * KB)
  expect(await layoutShift(page)).toBe(0)
})

for (const path of ['/dashboard', '/projects', '/settings?tab=billing', '/settings?tab=github']) {
  test(`${path} shifts nothing on a phone when its data comes late`, async ({ page, member }) => {
    await linkTide(page, member)
    const release = await holdBack(page, (url) => /v1\/(?!users|user$)/.test(url.pathname))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(watchLayoutShifts)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    release()

    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page)).toBe(0)
  })
}

for (const path of ['/login', '/register']) {
  test(`${path} shifts nothing while it comes to life`, async ({ page }) => {
    await page.addInitScript(watchLayoutShifts)

    await page.goto(path, { waitUntil: 'networkidle' })

    expect(await layoutShift(page)).toBe(0)
  })
}

for (const path of ['/', '/login', '/register']) {
  test(`${path} stands where it will stay when only its beginning has been read`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    const whole = await headingTop(page)
    await page.route(path, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace(REST_OF_THE_PAGE, '</h1>') })
    })

    await page.reload()

    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    expect(await headingTop(page)).toBe(whole)
  })
}

test('nothing of the page comes from anywhere else', async ({ page, baseURL }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))

  await page.goto('/')
  await page.getByRole('button').first().click()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect([...origins]).toEqual([new URL(baseURL ?? '').origin])
})

async function linkTide(page: Page, member: Person): Promise<void> {
  const elsewhere = await asElsewhere(page.request, member)
  const project = {
    user_id: elsewhere.id,
    project_name: 'Tide',
    github_repo_owner: 'nora',
    github_repo_name: 'tide',
  }

  await elsewhere.rest('bolt_projects', { method: 'POST', data: project })
}

/** Answers wait until they are released. */
async function holdBack(page: Page, isHeld: (url: URL) => boolean): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })

  await page.route(isHeld, async (route) => {
    await released
    await route.continue()
  })
  return release
}

async function headingTop(page: Page): Promise<number | undefined> {
  return (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
}

function isScript(request: Request): boolean {
  return request.resourceType() === 'script'
}

async function transferred(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))

  return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
}

/** Without the headers, which say nothing about the code. */
async function bodies(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))

  return sizes.reduce((sum, size) => sum + size.responseBodySize, 0)
}
