// What a member waits for on a slow phone network, with an empty cache: the header, the first rows, and a project's heading
// after a click. `--against <folder>` measures another checkout, built, in the same run.
import { chromium } from '@playwright/test'
import { signIn, startProducts } from './product.js'

/** "Slow 4G" of Chrome's developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
}
const TURNS = 3
const PROJECT = 'Tide Tables'

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
})
const products = (await startProducts()).map((product) => ({ ...product, times: [] }))
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

async function visit({ url, session }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await signIn(page, session)
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
