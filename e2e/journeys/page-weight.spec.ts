import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, type Request } from '@playwright/test'
import { test } from './fixtures.ts'
import { layoutShift, watchLayoutShifts } from './layout-shift.ts'
import { PRO, signIn } from './people.ts'
import { addLinkedProject, makeProject, restClientFor } from './projects.ts'

const KB = 1024

test('a first visit stays within its budget and has no layout shift', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const weight = await weighing(page)
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/', { waitUntil: 'networkidle' })

  expect(requests.length).toBeLessThanOrEqual(8)
  expect(await transferred(requests)).toBeLessThanOrEqual(45 * KB)
  expect(await transferred(requests.filter(isScript))).toBeLessThanOrEqual(5 * KB)
  expect(await weight()).toBeLessThanOrEqual(8)
  expect(await layoutShift(page)).toBe(0)
})

test('the welcome page detects the extension without loading the application', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(watchLayoutShifts)

  await page.goto('/welcome', { waitUntil: 'networkidle' })
  await expect(page.getByText('The extension isn’t responding')).toBeVisible()

  expect(await transferred(requests.filter(isScript))).toBeLessThanOrEqual(5 * KB)
  expect(await layoutShift(page)).toBe(0)
})

/** Scripts, texts and styles with an empty cache, in KB with best compression, as `node bench/page-weights.js` prints them. */
const VISITORS_BUDGETS = {
  '/': 135,
  '/login': 122,
  '/register': 122,
  '/register/confirm': 120,
  '/forgot-password': 121,
  '/resend-confirmation': 122,
  '/pricing': 140,
  '/privacy-policy': 117,
  '/TermsOfUse': 117,
  '/docs': 115,
  '/welcome': 122,
  '/uninstall-feedback': 142,
  '/goodbye': 115,
  '/unauthorized': 114,
}

const MEMBERS_BUDGETS = {
  '/dashboard': 145,
  '/projects': 159,
  '/settings': 148,
  '/settings?tab=account': 152,
  '/settings?tab=security': 175,
  '/settings?tab=notifications': 150,
  '/settings?tab=preferences': 150,
  '/settings?tab=github': 157,
  '/settings?tab=integrations': 150,
  '/settings?tab=billing': 151,
  '/settings?tab=development': 150,
  '/github-apps-demo': 143,
  '/auth/github/setup': 142,
}

const PROJECT_BUDGETS = { board: 167, members: 180, details: 229, history: 174 }

test('pages of visitors stay within their budgets when they are used', async ({ page }) => {
  test.slow()
  for (const [path, budget] of Object.entries(VISITORS_BUDGETS)) {
    // What the page before still asks for is not of this one.
    await page.goto('about:blank')
    const weight = await weighing(page)

    await page.goto(path, { waitUntil: 'networkidle' })
    await page.mouse.move(5, 450)
    await page.waitForFunction(isHydrating)

    expect.soft(await weight(), path).toBeLessThanOrEqual(budget)
  }
})

test("a member's pages stay within their budgets", async ({ page, member }) => {
  test.slow()
  await addLinkedProject(page, member)
  const { path: project } = await makeProject(await restClientFor(page.request, member), 'Ebb')
  const budgets = {
    ...MEMBERS_BUDGETS,
    [project]: PROJECT_BUDGETS.board,
    [`${project}?tab=members`]: PROJECT_BUDGETS.members,
    [`${project}?tab=details`]: PROJECT_BUDGETS.details,
    [`${project}?tab=history`]: PROJECT_BUDGETS.history,
  }
  for (const [path, budget] of Object.entries(budgets)) {
    await page.goto('about:blank')
    const weight = await weighing(page)

    await page.goto(path, { waitUntil: 'networkidle' })

    expect.soft(await weight(), path).toBeLessThanOrEqual(budget)
  }
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
  await expect(page.getByText('Invoice Lantern: the last push failed')).toHaveCount(0)

  texts.release()

  const row = page.getByRole('listitem').filter({ hasText: 'the last push failed' })
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
    await page.getByRole('button', { name: 'Pick up the session' }).click()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await page.waitForLoadState('networkidle')
    }

    const own = [...loaded].filter((url) => !elsewhere.has(url))
    const sizes = await Promise.all(own.map((url) => weightOf(page, url)))
    // The page and its panels with their texts 72, the engine 37: its table of secrets alone is 8. Pull requests, changes
    // from GitHub and personal tokens are in it.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(109 * KB)
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

for (const path of ['/login', '/register']) {
  test(`${path} has no layout shift while it hydrates`, async ({ page }) => {
    await page.addInitScript(watchLayoutShifts)

    await page.goto(path, { waitUntil: 'networkidle' })

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

/** React has begun, which it does when everything is downloaded. */
function isHydrating(): boolean {
  const root = document.getElementById('root') ?? {}

  return Object.keys(root).some((key) => key.startsWith('__reactContainer'))
}

/** As `config/when-idle.ts` of the web waits before it downloads what may be wanted later. */
const IDLE_AFTER_MS = 4000

const weights = new Map<string, number>()

/** Weighs, in KB, the scripts and styles that the page asks for from now on, however the server compresses them. */
async function weighing(page: Page): Promise<() => Promise<number>> {
  const urls = new Set<string>()
  const note = (request: Request) => {
    if (/script|stylesheet/.test(request.resourceType())) urls.add(request.url())
  }
  page.on('request', note)
  await page.addInitScript((idleAfterMs) => {
    const real = window.setTimeout
    const withoutIdle = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === idleAfterMs ? 0 : real(run, ms, ...rest)
    window.setTimeout = withoutIdle as typeof setTimeout
  }, IDLE_AFTER_MS)

  return async () => {
    page.off('request', note)
    const sizes = await Promise.all([...urls].map((url) => weightOf(page, url)))

    return sizes.reduce((sum, size) => sum + size, 0) / KB
  }
}

async function weightOf(page: Page, url: string): Promise<number> {
  const known = weights.get(url)
  if (known !== undefined) return known

  const size = brotliCompressSync(await (await page.request.get(url)).body()).length
  weights.set(url, size)
  return size
}
