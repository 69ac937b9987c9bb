// What each page downloads with an empty cache until it is settled: scripts, texts and styles with best compression, and how
// many scripts. What is downloaded when nothing else is to be done is left out. `--against <folder>` measures another checkout,
// built, in the same run. A visitor's page is weighed twice: read, and used.
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { publishableKey, signIn, startProducts } from './product.js'

const VISITORS = [
  '/',
  '/login',
  '/register',
  '/register/confirm',
  '/forgot-password',
  '/resend-confirmation',
  '/pricing',
  '/privacy-policy',
  '/TermsOfUse',
  '/docs',
  '/welcome',
  '/uninstall-feedback',
  '/goodbye',
  '/unauthorized',
  '/nowhere',
]
const TABS = [
  'profile',
  'account',
  'security',
  'notifications',
  'preferences',
  'appearance',
  'language',
  'github',
  'integrations',
  'billing',
  'development',
]
const MEMBERS = [
  '/dashboard',
  '/projects',
  '/projects/PROJECT',
  '/projects/PROJECT?tab=members',
  '/projects/PROJECT?tab=details',
  '/projects/PROJECT?tab=history',
  ...TABS.map((tab) => `/settings?tab=${tab}`),
  '/github-apps-demo',
  '/auth/github/setup',
  '/auth/github/callback',
]

/** As `config/when-idle.ts` waits. */
const IDLE_AFTER_MS = 4000

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
})
const products = await startProducts()
const weights = new Map()
const line = (name, cells) => console.log(name.padEnd(32), cells.join('  '))
line(
  '',
  products.map(({ name }) => name.padStart(12)),
)
for (const path of VISITORS) {
  for (const isUsed of [false, true]) {
    const cells = products.map((product) => () => weigh(product, path, { isUsed }))
    line(`${path}${isUsed ? ' (used)' : ''}`, await inTurn(cells))
  }
}
for (const product of products) product.project = await projectOf(product)
for (const path of MEMBERS) {
  const cells = products.map((product) => () => {
    return weigh(product, path.replace('PROJECT', product.project), { isMember: true })
  })
  line(path, await inTurn(cells))
}
await browser.close()
for (const { stop } of products) await stop()

async function inTurn(tasks) {
  const results = []
  for (const task of tasks) results.push(await task())
  return results
}

async function weigh({ url, session }, path, { isUsed = false, isMember = false }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const files = new Map()
  page.on('request', (request) => {
    const kind = request.resourceType()
    if (kind === 'script' || kind === 'stylesheet') files.set(request.url(), kind)
  })
  await page.addInitScript((idleAfterMs) => {
    const real = window.setTimeout
    window.setTimeout = (run, ms, ...rest) => (ms === idleAfterMs ? 0 : real(run, ms, ...rest))
  }, IDLE_AFTER_MS)
  if (isMember) await signIn(page, session)
  await page.goto(url + path, { waitUntil: 'networkidle' })
  if (isUsed) await page.mouse.move(5, 450)
  if (isUsed || isMember) await page.waitForTimeout(1000)
  await page.waitForLoadState('networkidle')
  await context.close()

  const sizes = await Promise.all([...files.keys()].map(weightOf))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const scripts = [...files.values()].filter((kind) => kind === 'script').length
  return `${(bytes / 1024).toFixed(1)} KB ${String(scripts).padStart(2)}`.padStart(12)
}

async function weightOf(url) {
  const known = weights.get(url)
  if (known) return known

  const body = Buffer.from(await (await fetch(url)).arrayBuffer())
  const size = brotliCompressSync(body).length
  weights.set(url, size)
  return size
}

async function projectOf({ url, session }) {
  const { access_token } = JSON.parse(session)
  const headers = { apikey: await publishableKey(url), authorization: `Bearer ${access_token}` }
  const projects = await fetch(`${url}/rest/v1/projects?select=id&name=eq.Tide%20Tables`, {
    headers,
  })

  return (await projects.json())[0]?.id
}
