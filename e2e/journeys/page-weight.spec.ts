import { expect, type Page, type Request } from '@playwright/test'
import { test } from './fixtures.ts'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'
import { KB, skipIdleDownloads, weighing, weightOf } from './page-weights.ts'
import { PRO, signIn } from './people.ts'
import { addLinkedProject } from './projects.ts'

test('a first visit stays within its budget and has no layout shift', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await skipIdleDownloads(page)
  const weight = weighing(page)
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/', { waitUntil: 'networkidle' })

  expect(requests.length).toBeLessThanOrEqual(8)
  expect(await transferred(requests)).toBeLessThanOrEqual(45 * KB)
  expect(await transferred(requests.filter(isScript))).toBeLessThanOrEqual(5 * KB)
  expect(await weight()).toBeLessThanOrEqual(8.4)
  expect(await layoutShift(page)).toBe(0)
})

test('the welcome page detects the extension without loading the application', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/welcome', { waitUntil: 'networkidle' })
  await expect(page.getByRole('status').getByRole('link', { name: 'Add to Chrome' })).toBeVisible()

  expect(await transferred(requests.filter(isScript))).toBeLessThanOrEqual(5 * KB)
  expect(await layoutShift(page)).toBe(0)
})

test("a member's first screen has no layout shift", async ({ page, member }) => {
  await addLinkedProject(page, member)
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/dashboard', { waitUntil: 'networkidle' })

  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name)
  expect(await layoutShift(page)).toBe(0)
})

test('the reason of a failed push comes with its row, and is downloaded for its readers only', async ({
  page,
}) => {
  const texts = await holdResponses(page, (url) => /\/pushFailure-[^/]*\.js$/.test(url.pathname))
  await page.addInitScript(watchLayoutShifts)
  await signIn(page, PRO)
  await page.goto('/dashboard')
  await expect.poll(texts.held).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PRO.name)
  await expect(page.getByText('Last push failed')).toHaveCount(0)

  texts.release()

  const row = page.getByRole('listitem').filter({ hasText: 'Last push failed' })
  await expect(row).toContainText('GitHub refused the push: the branch takes changes only')
  // Rows for repositories that GitHub does not show come with its answer.
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
})

test.describe('the simulator', () => {
  // Without a connection GitHub's token is missing, which the browser itself reports.
  test.use({ expectedConsole: /status of 404/ })

  test('and its panels load within their budget of script, and on no other screen', async ({
    page,
    member: _,
  }) => {
    const loaded = new Set<string>()
    page.on('request', (request) => isScript(request) && loaded.add(request.url()))
    for (const path of MEMBER_PATHS) await page.goto(path, { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Feedback' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const elsewhere = new Set(loaded)
    expect([...elsewhere].filter((address) => /simulator|-panel-/.test(address))).toEqual([])

    await page.goto('/extension-simulator', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in to the simulator' }).click()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await page.waitForLoadState('networkidle')
    }

    const own = [...loaded].filter((url) => !elsewhere.has(url))
    const sizes = await Promise.all(own.map((url) => weightOf(page, url)))
    // The page and its panels with their texts 74, the engine 37: its table of secrets alone is 8. Pull requests, changes
    // from GitHub, personal tokens and pushes by one click are in it. The choice of a branch and the progress bar, 2, are
    // counted here since no other screen of the list needs them.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(113 * KB)
  })
})

const MEMBER_PATHS = [
  '/dashboard',
  '/projects?add=link',
  // The screen of a project, whichever it is.
  '/projects/00000000-0000-4000-8000-000000000000',
  '/settings?tab=github',
  '/settings?tab=development',
]

for (const path of ['/dashboard', '/projects', '/settings?tab=billing', '/settings?tab=github']) {
  test(`${path} has no layout shift on a phone when its data comes late`, async ({
    page,
    member,
  }) => {
    await addLinkedProject(page, member)
    const responses = await holdResponses(page, (url) => /v1\/(?!users|user$)/.test(url.pathname))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(watchLayoutShifts)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(responses.held).toBeGreaterThan(0)

    responses.release()

    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page)).toBe(0)
  })
}

for (const path of ['/', '/login', '/register']) {
  test(`${path} has its final layout when only its beginning has been parsed`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    const whole = await headingTop(page)
    let removed = 0
    await page.route(path, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = untilHeading(html)
      removed = html.length - body.length
      await route.fulfill({ response, body })
    })

    await page.reload()

    expect(removed).toBeGreaterThan(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    expect(await headingTop(page)).toBe(whole)
  })
}

test('all files of the page come from its own origin', async ({ page, baseURL }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))

  await page.goto('/')
  await page.getByRole('button', { name: 'Switch theme' }).click()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect([...origins]).toEqual([new URL(baseURL ?? '').origin])
})

/** Holds responses until they are released. */
async function holdResponses(page: Page, isHeld: (url: URL) => boolean) {
  let held = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })

  await page.route(isHeld, async (route) => {
    held += 1
    await released
    await route.continue()
  })
  return { held: () => held, release }
}

/** The page without what follows its heading; scripts stay, wherever they are. */
function untilHeading(html: string): string {
  const end = html.indexOf('</h1>') + '</h1>'.length
  const scripts = html.slice(end).match(/<script[\s\S]*?<\/script>/g) ?? []

  return html.slice(0, end) + scripts.join('')
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
