// The extension's button, panel in each of its states, options and first page, for looking at, from a product with its demo and an
// empty data folder: npm run panel-pictures -- http://localhost:3000
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFor, dress, loadFont, openWindow } from './extension-window.js'

const FOLDER = fileURLToPath(new URL('../extension/dist/panel/', import.meta.url))
const SIZE = { left: 720, right: 400, height: 900 }
const NARROW = { width: 320, height: 900 }
const SETTLED_MS = 1500
/** The demo's Pro member on the stand-in of GitHub. */
const OWNER = 'priya-nair'
const WORDS = {
  en: {
    title: 'Harbour map',
    search: 'Search repositories',
    look: 'Look at the changes',
    push: /^Push \d+ (files?|changes?)$/,
    again: 'Push again',
    conflict: 'src/main.ts',
    waiting: 'Waiting for the network',
    send: 'Send',
    signIn: 'Sign in again',
  },
  es: {
    title: 'Mapa del puerto',
    search: 'Buscar repositorios',
    look: 'Ver los cambios',
    push: /^Hacer push de \d+ (archivos?|cambios?)$/,
    again: 'Otro push',
    conflict: 'src/main.ts',
    waiting: 'Esperando la red',
    send: 'Enviar',
    signIn: 'Iniciar sesión de nuevo',
  },
}

const base = process.argv[2] ?? 'http://localhost:3000'
const github = new URL(base)
github.hostname = '127.0.0.1'
github.port = String(Number(github.port) + 3)
buildFor(base)
mkdirSync(FOLDER, { recursive: true })
await takeAll('en', 'dark')
await takeAll('es', 'light')

async function takeAll(language, theme) {
  const words = WORDS[language]
  const name = words.title.toLowerCase().replaceAll(' ', '-')
  const opened = await openWindow({ base, language, theme, scale: 1.5 })
  await opened.signIn()
  const { page, panel, write } = await opened.openProject(words.title, SIZE)
  const take = async (state, from = panel) => {
    await (from === page ? dress(page) : loadFont(panel))
    await from.waitForTimeout(SETTLED_MS)
    const wide = from.viewportSize()
    await from.screenshot({ path: join(FOLDER, `${state}-${language}-${theme}.png`) })
    if (from === page) return
    await from.setViewportSize(NARROW)
    await from.waitForTimeout(300)
    await from.screenshot({ path: join(FOLDER, `${state}-narrow-${language}-${theme}.png`) })
    await from.setViewportSize(wide)
  }
  const push = panel.getByRole('button', { name: words.push })

  await take('choose')
  await panel.getByLabel(words.search).fill(name)
  await panel.getByRole('radio').last().check()
  await panel.getByRole('button', { name: words.look }).click()
  await push.waitFor()
  await take('review')
  await push.click()
  await panel.getByRole('button', { name: words.again }).waitFor()
  await take('pushed')
  await take('button', page)

  await write({ 'src/tides.ts': 'export const tides = []\n' })
  await panel.reload()
  await push.waitFor()
  await take('compared')
  // The connection breaks: that is what a browser without a network sees.
  const online = await breakGitHub(`/repos/*/${name}/*`)
  await push.click()
  await panel.getByText(words.waiting).first().waitFor({ timeout: 120_000 })
  await take('waiting')
  await online()
  await panel.getByRole('button', { name: words.again }).waitFor({ timeout: 120_000 })

  await control('POST', `/repositories/${OWNER}/${name}/commits`, {
    person: OWNER,
    branch: 'main',
    files: { [words.conflict]: 'theirs\n' },
  })
  await write({ [words.conflict]: 'mine\n' })
  await panel.reload()
  await panel.getByText(words.conflict).first().waitFor()
  await take('conflict')
  await panel.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await take('conflict-below')

  await endSession(opened)
  await panel.getByRole('tab').nth(5).click()
  await panel.getByRole('button', { name: words.send }).click()
  await panel.getByRole('tab').first().click()
  await panel.getByRole('button', { name: words.signIn }).waitFor()
  await take('ended-session')
  await page.reload()
  await take('button-ended', page)

  await panel.goto(new URL('/options.html', panel.url()).href)
  await take('options')
  await panel.setViewportSize({ width: 1280, height: 900 })
  await panel.goto(`${base}/welcome`)
  await take('welcome')
  await opened.close()
}

async function control(method, path, body) {
  const answer = await fetch(`${github.origin}/_control${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Returns what mends it. */
async function breakGitHub(path) {
  const fault = { method: '*', path, drop: 'before', times: null }
  const { id } = await (await control('POST', '/faults', fault)).json()
  return () => control('DELETE', `/faults/${id}`, {})
}

/** From elsewhere, as the settings of the site do it. */
async function endSession({ context, worker }) {
  const html = await (await fetch(`${base}/unauthorized`)).text()
  const [, apikey = ''] = /"publishableKey":"([^"]+)"/.exec(html) ?? []
  const { accessToken } = await (await worker()).evaluate(
    async () => (await chrome.storage.local.get('session')).session,
  )
  await context.request.post(`${base}/auth/v1/logout?scope=local`, {
    headers: { authorization: `Bearer ${accessToken}`, apikey },
  })
}
