// Every screen of two running products side by side, for docs/score-card.md:
// npm run score-card -- http://localhost:3000 http://localhost:3100
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { demoSession, keepSession } from './demo-session.js'

const FOLDER = fileURLToPath(new URL('../docs/score-card/', import.meta.url))
const QUALITY = 55
/** Longer than the dashboard waits before it asks GitHub and the extension. */
const SETTLED_MS = 3500
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const PRO = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }
const FREE = { email: 'member@demo.gitferry.test', password: 'demo-member' }
const ADMIN = { email: 'admin@demo.gitferry.test', password: 'demo-admin' }

const SCREENS = [
  { name: 'landing', path: '/' },
  { name: 'pricing', path: '/pricing' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'register-confirm', path: '/register/confirm' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'welcome', path: '/welcome' },
  { name: 'uninstall-feedback', path: '/uninstall-feedback' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'docs', path: '/docs' },
  { name: 'guide', path: '/docs/troubleshooting' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'dashboard', path: '/dashboard', member: PRO },
  { name: 'dashboard-free', path: '/dashboard', member: FREE },
  { name: 'projects', path: '/projects', member: PRO },
  { name: 'project-board', path: 'board', member: PRO },
  { name: 'project-history', path: 'history', member: PRO },
  { name: 'project-details', path: 'details', member: PRO },
  { name: 'settings-profile', path: '/settings?tab=profile', member: PRO },
  { name: 'settings-security', path: '/settings?tab=security', member: PRO },
  { name: 'settings-github', path: '/settings?tab=github', member: PRO },
  { name: 'settings-billing', path: '/settings?tab=billing', member: PRO },
  { name: 'settings-preferences', path: '/settings?tab=preferences', member: PRO },
  { name: 'settings-development', path: '/settings?tab=development', member: PRO },
  { name: 'admin', path: '/admin', member: ADMIN },
]

const [before, after, ...only] = process.argv.slice(2)
if (!before || !after) throw new Error('two addresses are needed: the product before and after')
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
mkdirSync(FOLDER, { recursive: true })

for (const screen of SCREENS) {
  if (only.length > 0 && !only.includes(screen.name)) continue
  const shots = []
  for (const size of [DESKTOP, PHONE]) {
    for (const theme of ['light', 'dark']) {
      for (const base of [before, after]) {
        shots.push({ size, picture: await photograph(base, screen, size, theme) })
      }
    }
  }
  await compose(screen.name, shots)
}
await browser.close()

async function photograph(base, { path, member }, viewport, theme) {
  const context = await browser.newContext({ viewport, colorScheme: theme, locale: 'en' })
  try {
    const page = await context.newPage()
    const session = member && (await demoSession(base, member))
    if (session) await keepSession(page, session)
    const address = path.startsWith('/') ? path : await projectTab(base, session, path)
    await page.goto(base + address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(SETTLED_MS)
    const png = await page.screenshot()

    return `data:image/png;base64,${png.toString('base64')}`
  } finally {
    await context.close()
  }
}

/** The same project in both: the one that was synced last. */
async function projectTab(base, { access_token: token, apikey }, tab) {
  const query = 'select=id&order=name.desc&limit=1&bolt_project_id=not.is.null'
  const response = await fetch(`${base}/rest/v1/projects?${query}`, {
    headers: { apikey, authorization: `Bearer ${token}` },
  })
  const [project] = await response.json()

  return `/projects/${project.id}?tab=${tab}`
}

/** One picture per screen: before on the left, after on the right; light above dark; phones below. */
async function compose(name, shots) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 100 } })
  const image = ({ size, picture }) =>
    `<img src="${picture}" width="${size === DESKTOP ? 692 : 342}">`
  await page.setContent(
    `<style>body{margin:0;padding:4px;background:#888}img{margin:2px;vertical-align:top}</style>
     <body>${shots.map(image).join('')}</body>`,
  )
  const { height } = await page.locator('body').boundingBox()
  // Playwright itself writes no WebP.
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: 1400, height, scale: 1 },
  })
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'))
  await page.close()
}
