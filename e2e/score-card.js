// Every screen of a running product beside the one of an earlier score card, for docs/score-card.md:
// npm run score-card -- <commit of the earlier card> http://localhost:3000 [screens]
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { demoSession, keepSession } from './demo-session.js'
import { loadFont } from './extension-window.js'

const FOLDER = fileURLToPath(new URL('../docs/score-card/', import.meta.url))
const MOST_BYTES = 60_000
/** Longer than the dashboard waits before it asks GitHub and the extension. */
const SETTLED_MS = 2000
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const VIEWS = [
  { size: 'desktop', theme: 'light' },
  { size: 'desktop', theme: 'dark' },
  { size: 'phone', theme: 'light' },
  { size: 'phone', theme: 'dark' },
]
/** In the card: widths of the pictures, and the space around them. */
const SHOWN = { desktop: 692, phone: 342 }
const GAP = 4
const EDGE = 6
const CARD = 1400
const PRO = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }
const FREE = { email: 'member@demo.gitferry.test', password: 'demo-member' }
const ADMIN = { email: 'admin@demo.gitferry.test', password: 'demo-admin' }

const SCREENS = [
  { name: 'landing', path: '/' },
  { name: 'landing-features', path: '/#features' },
  { name: 'landing-end', path: '/#fix-services' },
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
  { name: 'unauthorized', path: '/unauthorized' },
  { name: 'dashboard', path: '/dashboard', member: PRO },
  { name: 'dashboard-free', path: '/dashboard', member: FREE },
  { name: 'dashboard-new', path: '/dashboard', member: ADMIN },
  { name: 'projects', path: '/projects', member: PRO },
  { name: 'project-dialog', path: '/projects?add=link', member: PRO },
  { name: 'command-menu', path: '/projects', member: PRO, keys: 'Control+k' },
  { name: 'project-board', path: 'board', member: PRO },
  { name: 'project-history', path: 'history', member: PRO },
  { name: 'project-details', path: 'details', member: PRO },
  { name: 'settings-profile', path: '/settings?tab=profile', member: PRO },
  { name: 'settings-security', path: '/settings?tab=security', member: PRO },
  { name: 'settings-github', path: '/settings?tab=github', member: PRO },
  { name: 'settings-billing', path: '/settings?tab=billing', member: PRO },
  { name: 'settings-preferences', path: '/settings?tab=preferences', member: PRO },
  { name: 'settings-development', path: '/settings?tab=development', member: PRO },
  { name: 'simulator', path: '/extension-simulator', member: PRO },
  { name: 'admin', path: '/admin', member: ADMIN },
  { name: 'admin-users', path: '/admin/users', member: ADMIN },
  { name: 'admin-operations', path: '/admin/sync', member: ADMIN },
  { name: 'admin-feedback', path: '/admin/feedback', member: ADMIN },
]

const [commit, base, ...only] = process.argv.slice(2)
if (!commit || !base) throw new Error('needed: the commit of the earlier card, and an address')
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
mkdirSync(FOLDER, { recursive: true })
const contexts = new Map()
const sessions = new Map()

for (const screen of SCREENS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const pictures = await Promise.all(
    VIEWS.map(async (view) => ({ ...view, picture: await photograph(view, screen) })),
  )
  await compose(screen.name, pictures)
}
await browser.close()

async function photograph(view, { path, member, keys }) {
  const page = await (await contextOf(view, member)).newPage()
  const session = member && (await sessionOf(member))
  if (session) await keepSession(page, session)
  const address = path.startsWith('/') ? path : await projectTab(session, path)
  await page.goto(base + address, { waitUntil: 'networkidle' })
  // On a busy machine it misses the first paint, and then is not used.
  await loadFont(page)
  await page.waitForTimeout(SETTLED_MS)
  if (keys) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(500)
  }
  const png = await page.screenshot()
  await page.close()

  return `data:image/png;base64,${png.toString('base64')}`
}

/** One for all screens of a view and a member: they share what the browser has cached. */
async function contextOf({ size, theme }, member) {
  const key = `${size} ${theme} ${member?.email}`
  const made = {
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en',
  }
  if (!contexts.has(key)) contexts.set(key, await browser.newContext(made))

  return contexts.get(key)
}

async function sessionOf(member) {
  if (!sessions.has(member)) sessions.set(member, await demoSession(base, member))

  return sessions.get(member)
}

/** The project that was synced last. */
async function projectTab({ access_token: token, apikey }, tab) {
  const query = 'select=id&order=name.desc&limit=1&bolt_project_id=not.is.null'
  const response = await fetch(`${base}/rest/v1/projects?${query}`, {
    headers: { apikey, authorization: `Bearer ${token}` },
  })
  const [project] = await response.json()

  return `/projects/${project.id}?tab=${tab}`
}

/**
 * One picture per screen: before on the left, after on the right; light above dark; phones below. Before is what the earlier card, which has
 * the same shape, shows as after.
 */
async function compose(name, pictures) {
  const page = await browser.newPage({ viewport: { width: CARD, height: 100 } })
  const earlier = earlierCard(name)
  const places = placesOf(pictures)
  const divs = places.flatMap(({ size, picture, before, after }) => [
    frame({ size, at: before, image: earlier, width: CARD, shift: after }),
    frame({ size, at: after, image: picture, width: SHOWN[size], shift: { x: 0, y: 0 } }),
  ])
  const height = Math.max(...places.map(({ after, size }) => after.y + heightOf(size))) + EDGE
  await page.setContent(
    `<style>body{margin:0;background:#888}div{position:absolute;overflow:hidden;background:#9a9a9a}
     img{position:absolute}</style><body>${divs.join('')}</body>`,
  )
  writeFileSync(join(FOLDER, `${name}.webp`), await smallEnough(page, height))
  await page.close()
}

function heightOf(size) {
  return Math.floor((SHOWN[size] * SIZES[size].height) / SIZES[size].width)
}

function frame({ size, at, image, width, shift }) {
  const box = `left:${at.x}px;top:${at.y}px;width:${SHOWN[size]}px;height:${heightOf(size)}px`
  const shown = `<img src="${image}" width="${width}" style="left:${-shift.x}px;top:${-shift.y}px">`

  return `<div style="${box}">${image ? shown : ''}</div>`
}

/** Desktops, light above dark, then phones beside each other. */
function placesOf(pictures) {
  const row = heightOf('desktop') + GAP
  const phones = { y: EDGE + 2 * row, width: SHOWN.phone + GAP }
  const desktops = [0, 1].map((i) => ({
    before: { x: EDGE, y: EDGE + i * row },
    after: { x: EDGE + SHOWN.desktop + GAP, y: EDGE + i * row },
  }))
  const narrow = [0, 2].map((i) => ({
    before: { x: EDGE + i * phones.width, y: phones.y },
    after: { x: EDGE + (i + 1) * phones.width, y: phones.y },
  }))

  return [...desktops, ...narrow].map((place, i) => ({ ...place, ...pictures[i] }))
}

/** Null for a screen that it does not have. */
function earlierCard(name) {
  try {
    const bytes = execFileSync('git', ['show', `${commit}:docs/score-card/${name}.webp`], {
      maxBuffer: 10_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return `data:image/webp;base64,${bytes.toString('base64')}`
  } catch {
    return null
  }
}

/** Playwright itself writes no WebP. */
async function smallEnough(page, height) {
  const devtools = await page.context().newCDPSession(page)
  for (let quality = 60; ; quality -= 6) {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width: CARD, height, scale: 1 },
    })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.byteLength <= MOST_BYTES || quality < 12) return bytes
  }
}
