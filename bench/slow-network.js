// What a member waits for on a slow phone network, with an empty cache: the header, the first rows, and a project's heading
// after a click. `--against <folder>` measures another checkout, built, in the same run.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { path } from './source.js'

/** "Slow 4G" of Chrome's developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
}
const TURNS = 3
const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }
const PROJECT = 'Tide Tables'

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const checkouts = { ...(values.against && { old: resolve(values.against) }), new: path('.') }
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
})
const products = []
for (const [name, folder] of Object.entries(checkouts)) {
  products.push({ name, ...(await start(folder, 47_400 + products.length * 100)), times: [] })
}
for (let turn = 0; turn < TURNS; turn++) {
  for (const product of products) product.times.push(await visit(product))
}
for (const { name, times } of products) {
  for (const what of Object.keys(times[0])) {
    console.log(
      `${name.padEnd(4)} ${what.padEnd(24)} ${(median(times.map((one) => one[what])) / 1000).toFixed(2)} s`,
    )
  }
}
await browser.close()
for (const { stop } of products) await stop()

async function start(folder, port) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-bench-'))
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) break
  }
  const url = `http://127.0.0.1:${port}`
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: await publishableKey(url) },
    body: JSON.stringify(MEMBER),
  })

  return {
    url,
    session: await session.text(),
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function publishableKey(url) {
  const page = await (await fetch(`${url}/login`)).text()

  return /"publishableKey":"([^"]+)"/.exec(page)?.[1] ?? ''
}

async function visit({ url, session }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.addInitScript((stored) => localStorage.setItem('sb-127-auth-token', stored), session)
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', SLOW_4G)

  const began = performance.now()
  const shown = async (locator) => {
    await locator.first().waitFor({ timeout: 60_000 })
    return performance.now() - began
  }
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' })
  const header = await shown(page.locator('header'))
  const row = page.locator('main').getByRole('link', { name: PROJECT })
  const rows = await shown(row)
  await page.waitForTimeout(6000)

  const clicked = performance.now()
  await row.first().click()
  await page.getByRole('heading', { level: 1, name: PROJECT }).waitFor({ timeout: 60_000 })
  const heading = performance.now() - clicked
  await context.close()

  return { header, 'first rows': rows, 'project click to heading': heading }
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}
