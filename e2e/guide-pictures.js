// The screens in the guides, photographed from a running product with its demo:
// npm run guide-pictures -- http://localhost:3000 [names]
// The browser's own pages speak Spanish only where it has that language (on Debian: chromium-l10n).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { demoSession, keepSession } from './demo-session.js'
import { buildFor, loadFont, openWindow, shoot, sideBySide } from './extension-window.js'

const FOLDER = fileURLToPath(new URL('../web/public/guides/', import.meta.url))
/** As in web/src/features/guides/guide-text.tsx. */
const VIEW = { viewport: { width: 1024, height: 640 }, deviceScaleFactor: 1.5 }
const QUALITY = 82
/** Of the builder's page and of the panel. */
const BESIDE = { left: 604, right: 420 }
/** Longer than the dashboard waits before it asks GitHub and the extension. */
const SETTLED_MS = 4000

const PICTURES = [
  { name: 'welcome', path: '/welcome', top: 176 },
  { name: 'pricing', path: '/pricing', top: 210 },
  { name: 'dashboard', path: '/dashboard', isForMembers: true },
  { name: 'github', path: '/settings?tab=github', isForMembers: true },
]
const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }

/** The picture of the README. */
const HOME = fileURLToPath(new URL('../docs/home.webp', import.meta.url))

const [base = 'http://localhost:3000', ...only] = process.argv.slice(2)
const isWanted = (name) => only.length === 0 || only.includes(name)
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const session = await demoSession(base, MEMBER)
mkdirSync(FOLDER, { recursive: true })

for (const language of ['en', 'es']) {
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ ...VIEW, locale: language, colorScheme: theme })
    for (const { name, ...picture } of PICTURES.filter(({ name }) => isWanted(name))) {
      await take(context, { ...picture, file: `${name}-${language}-${theme}.webp` })
    }
    await context.close()
  }
}
if (isWanted('home')) await takeHome()
await browser.close()
if (isWanted('extensions-page') || isWanted('builder-panel')) await takeExtension()

async function take(context, { path, file, top = 0, isForMembers = false }) {
  const page = await context.newPage()
  if (isForMembers) await keepSession(page, session)
  await page.goto(base + path, { waitUntil: 'networkidle' })
  await loadFont(page)
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate((y) => scrollTo(0, y), top)
  // It floats over what the picture is about.
  await page.getByRole('button', { name: /^(Feedback|Comentarios)$/ }).evaluateAll((buttons) => {
    for (const button of buttons) button.remove()
  })
  writeFileSync(join(FOLDER, file), await shoot(page, { quality: QUALITY }))
  await page.close()
}

async function takeHome() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  await page.goto(base, { waitUntil: 'networkidle' })
  writeFileSync(HOME, await shoot(page, { quality: QUALITY }))
  await page.close()
}

/** The browser's page of extensions with ours, and the builder with the panel beside it. */
async function takeExtension() {
  buildFor(base)
  for (const language of ['en', 'es']) {
    for (const theme of ['light', 'dark']) {
      const opened = await openWindow({ base, language, theme, scale: VIEW.deviceScaleFactor })
      const put = (name, bytes) =>
        writeFileSync(join(FOLDER, `${name}-${language}-${theme}.webp`), bytes)
      if (isWanted('extensions-page')) put('extensions-page', await extensionsPage(opened))
      if (isWanted('builder-panel')) put('builder-panel', await builderWithPanel(opened))
      await opened.close()
    }
  }
}

async function extensionsPage({ context }) {
  const page = await context.newPage()
  await page.setViewportSize(VIEW.viewport)
  await page.goto('chrome://extensions')
  await page.locator('#devMode').click()
  await page.waitForTimeout(SETTLED_MS)
  // Others are there only because a program drives the browser.
  await page.locator('extensions-item').evaluateAll((all) => {
    for (const one of all) if (!one.data?.name.includes('Gitferry')) one.remove()
  })

  return shoot(page, { quality: QUALITY })
}

async function builderWithPanel(opened) {
  await opened.signIn()
  const pair = await opened.openProject('Tide planner', { ...BESIDE, height: VIEW.viewport.height })
  await pair.panel.waitForTimeout(SETTLED_MS)

  return sideBySide(opened.context, pair, { quality: QUALITY })
}
