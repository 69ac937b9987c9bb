// A browser with the extension in it, for scripts that take pictures of a running product.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { demoSession, keepSession } from './demo-session.js'

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const BUILT = fileOf('../extension/dist/test')
/** The demo's Pro member is connected to the stand-in of GitHub. */
const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }

/** Builds the extension for the product at `base`. */
export const buildFor = (base) =>
  execFileSync(process.execPath, [
    fileOf('../extension/main.js'),
    '--target',
    'test',
    '--site',
    base,
  ])

/** Signed in, in one language and theme. `close` removes what the browser kept. */
export async function openWindow({ base, language, theme, scale = 1 }) {
  const profile = mkdtempSync(join(tmpdir(), 'gitferry-pictures-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    locale: language,
    colorScheme: theme,
    deviceScaleFactor: scale,
    env: { ...process.env, LANGUAGE: language },
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(theme === 'dark' ? ['--force-dark-mode'] : []),
      '--headless=new',
      `--lang=${language}`,
      `--disable-extensions-except=${BUILT}`,
      `--load-extension=${BUILT}`,
    ],
  })
  const worker = async () => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
  const id = new URL((await worker()).url()).host
  await (await worker()).evaluate((settings) => chrome.storage.local.set({ settings }), {
    way: 'app',
    forgetsToken: false,
    language,
    theme,
  })
  const builder = new URL(base)
  builder.hostname = '127.0.0.1'
  builder.port = String(Number(builder.port) + 9)

  return {
    context,
    worker,
    async signIn() {
      const page = await context.newPage()
      await keepSession(page, await demoSession(base, MEMBER))
      await page.goto(`${base}/dashboard`)
      await until(async () => (await stored(await worker(), 'local', 'session')) !== undefined)
      await page.close()
    },
    /** A project of the builder, and the panel that belongs to its tab. */
    async openProject(title, { left, right, height }) {
      const made = await fetch(`${builder.origin}/projects`, {
        method: 'POST',
        headers: { origin: builder.origin },
        body: new URLSearchParams({ title }),
        redirect: 'manual',
      })
      const address = new URL(made.headers.get('location'), builder.origin)
      await write(builder.origin, projectAt(address), FILES)
      const page = await context.newPage()
      await page.setViewportSize({ width: left, height })
      address.searchParams.set('file', 'src/main.ts')
      await page.goto(address.href)
      await page.locator('gitferry-button').getByRole('button').waitFor()
      await dress(page)
      const project = projectAt(address)
      const tabs = async () =>
        Object.entries((await stored(await worker(), 'session', 'tabs')) ?? {})
      const tab = await until(async () => (await tabs()).find(([, one]) => one.project === project))
      const panel = await context.newPage()
      await panel.setViewportSize({ width: right, height })
      await panel.goto(`chrome-extension://${id}/panel.html?tab=${tab[0]}`)
      // Else it is used only if it came before the first paint.
      await loadFont(panel)

      return { page, panel, write: (files) => write(builder.origin, project, files) }
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

const FILES = {
  'src/main.ts': `import { tidesAt } from './tides'

const harbour = new URL(location.href).searchParams.get('harbour') ?? 'Whitby'

for (const { time, height } of tidesAt(harbour)) {
  console.log(time, height)
}
`,
  'src/tides.ts': `export type Tide = { time: string; height: number }

export const tidesAt = (harbour: string): Tide[] => []
`,
  'src/sample.json': '[]\n',
}

/** The stand-in's page with the look of an editor, and without what only the stand-in has above the project. */
export async function dress(page) {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('aside.banner, header.head')) one.remove()
  })
  await loadFont(page, BUILDER_LOOK)
}

const BUILDER_LOOK = `
  * { font-family: "Geist Variable"; }
  main { max-width: none; padding: 0; }
  #status, .code button, .code p, .bar > :first-child { display: none; }
  .bar {
    flex-wrap: nowrap; margin: 0; padding: 12px 20px; border-width: 0 0 1px; border-radius: 0;
  }
  .bar button { outline: 0; font-size: 14px; }
  .bar > :has(bdi) { margin-right: auto; border: 0; padding-left: 0; font-weight: 600; }
  .tabs {
    display: flex; gap: 20px; padding: 10px 20px; border-bottom: 1px solid var(--line);
    background: var(--surface); font-size: 14px;
  }
  .tabs a { color: var(--quiet); text-decoration: none; }
  .tabs a[aria-current] { color: var(--ink); font-weight: 600; }
  .code { display: grid; grid-template-columns: 160px 1fr; gap: 0; min-height: 700px; }
  .code .files {
    max-height: none; margin: 0; padding: 14px 8px; border-width: 0 1px 0 0; border-radius: 0;
  }
  .code .files li { padding: 0; border: 0; }
  .code .files a {
    display: block; padding: 5px 12px; border-radius: 6px; color: var(--quiet); font-size: 13px;
    text-decoration: none;
  }
  .code .files a[aria-current] { background: var(--raised); color: var(--ink); }
  .code > div { padding: 16px 20px; }
  .code label { font-size: 13px; color: var(--quiet); }
  .code textarea {
    height: 560px; margin-top: 8px; padding: 16px; border: 0; border-radius: 8px; resize: none;
    background: var(--surface); color: var(--ink); white-space: pre;
    font: 14px/1.7 "DejaVu Sans Mono", monospace;
  }`

const FONT = readFileSync(fileOf('../ui/src/geist.woff2')).toString('base64')

/** Our font, and more style, in a page and in the button, which otherwise have what this machine has installed. */
export const loadFont = (page, css = '') =>
  page.evaluate(
    async ([font, text]) => {
      const bytes = Uint8Array.from(atob(font), (char) => char.charCodeAt(0))
      document.fonts.add(await new FontFace('Geist Variable', bytes, { weight: '400 600' }).load())
      const style = (rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        return sheet
      }
      document.adoptedStyleSheets = [style(text)]
      for (const { shadowRoot } of document.querySelectorAll('gitferry-button')) {
        const own = style(':host, * { font-family: "Geist Variable" !important }')
        shadowRoot?.adoptedStyleSheets.push(own)
      }
    },
    [FONT, css],
  )

const projectAt = ({ pathname }) => pathname.split('/').at(-1)

/** Path → text, or null for a file that goes. */
async function write(builder, project, files) {
  const answer = await fetch(`${builder}/_control/projects/${project}/files`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
    body: JSON.stringify(files),
  })
  if (!answer.ok) throw new Error(`${builder}: ${answer.status}`)
}

const stored = (worker, area, key) =>
  worker.evaluate(
    async ([where, name]) => (await chrome.storage[where].get(name))[name],
    [area, key],
  )

async function until(look) {
  for (let i = 0; i < 200; i++) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the extension did not get there')
}

/** What the browser shows beside each other: the page, and the panel on its right. */
export async function sideBySide(context, { page, panel }, options) {
  const [left, right] = await Promise.all([page.screenshot(), panel.screenshot()])
  const sheet = await context.newPage()
  const { width: first, height } = page.viewportSize()
  const width = first + panel.viewportSize().width
  await sheet.setViewportSize({ width, height })
  const image = (png, wide) =>
    `<img src="data:image/png;base64,${png.toString('base64')}" width="${wide}" height="${height}">`
  await sheet.setContent(
    `<style>body{margin:0;display:flex}img{display:block}img+img{box-shadow:-1px 0 #8888}</style>
     <body>${image(left, first)}${image(right, width - first)}</body>`,
  )
  const bytes = await shoot(sheet, options)
  await sheet.close()

  return bytes
}

/** Playwright itself writes no WebP. */
export async function shoot(page, { format = 'webp', quality = 82 } = {}) {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format,
    ...(format !== 'png' && { quality }),
  })

  return Buffer.from(data, 'base64')
}
