// The screens in the guides, photographed from a running product with its demo:
// npm run guide-pictures -- http://127.0.0.1:3000
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { demoSession, keepSession } from './demo-session.js'

const FOLDER = fileURLToPath(new URL('../web/public/guides/', import.meta.url))
/** As in web/src/features/guides/guide-picture.tsx. */
const VIEW = { viewport: { width: 1024, height: 640 }, deviceScaleFactor: 1.5 }
const QUALITY = 82
/** Longer than the dashboard waits before it asks GitHub and the extension. */
const SETTLED_MS = 4000

const PICTURES = [
  { name: 'welcome', path: '/welcome', top: 230 },
  { name: 'pricing', path: '/pricing', top: 210 },
  { name: 'dashboard', path: '/dashboard', isForMembers: true },
  { name: 'github', path: '/settings?tab=github', isForMembers: true },
]
const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }

const base = process.argv[2] ?? 'http://127.0.0.1:3000'
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const session = await demoSession(base, MEMBER)
mkdirSync(FOLDER, { recursive: true })

for (const language of ['en', 'es']) {
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ ...VIEW, locale: language, colorScheme: theme })
    for (const { name, ...picture } of PICTURES) {
      await take(context, { ...picture, file: `${name}-${language}-${theme}.webp` })
    }
    await context.close()
  }
}
await browser.close()

async function take(context, { path, file, top = 0, isForMembers = false }) {
  const page = await context.newPage()
  if (isForMembers) await keepSession(page, session)
  await page.goto(base + path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate((y) => scrollTo(0, y), top)
  // It floats over what the picture is about.
  await page.getByRole('button', { name: /^(Feedback|Comentarios)$/ }).evaluateAll((buttons) => {
    for (const button of buttons) button.remove()
  })
  // Playwright itself writes no WebP.
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  })
  writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'))
  await page.close()
}
