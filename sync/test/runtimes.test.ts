import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './git.ts'
import { OWNER, openWorld } from './open-world.ts'
import { type Place, suite } from './runtimes/suite.ts'
import { writeZip } from './write-zip.ts'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const browserPath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path))

const ZIP = Buffer.from(
  writeZip([
    { name: 'p/a.ts', data: 'const a = 1\n'.repeat(50), unixMode: 0o100755 },
    { name: 'p/ñ.ts', data: 'x' },
    { name: 'p/link', data: 'a.ts', unixMode: 0o120777 },
  ]),
).toString('base64')

// Without a browser the journeys are skipped too, and say so.
test.skipIf(!browserPath)('page, service worker and Node make the same of the same', async () => {
  const world = await openWorld()
  const place = async (name: string): Promise<Place> => {
    await world.seed(name, { a: '1', 'README.md': '# x' })
    return { apiUrl: world.apiUrl, token: world.token, owner: OWNER, name, zip: ZIP }
  }
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(await serve(await bundles()))

  const inNode = await suite(await place('node'))
  const inPage = await page.evaluate(askPage, await place('page'))
  const inWorker = await page.evaluate(askWorker, await place('worker'))

  expect(inNode.pushed.changes).toEqual([])
  expect(inPage).toEqual(JSON.parse(JSON.stringify(inNode)))
  expect(inWorker).toEqual(JSON.parse(JSON.stringify(inNode)))
  const roots = await Promise.all(
    ['node', 'page', 'worker'].map(async (name) => (await world.repository(name)).tree()),
  )
  expect(new Set(roots)).toEqual(new Set([inNode.pushed.root]))
})

/** Runs in the page. */
const askPage = (place: Place) =>
  (globalThis as unknown as { suite: typeof suite }).suite(place) as Promise<unknown>

/** Runs in the page, and has the service worker do the work. */
async function askWorker(place: Place): Promise<unknown> {
  type Workers = {
    register(address: string): Promise<unknown>
    ready: Promise<{ active: { postMessage(message: unknown): void } }>
    addEventListener(name: 'message', listener: (event: { data: unknown }) => void): void
    startMessages(): void
  }
  const { navigator } = globalThis as unknown as { navigator: { serviceWorker: Workers } }
  const { serviceWorker } = navigator
  await serviceWorker.register('/worker.js')
  const answer = new Promise((resolve) => {
    serviceWorker.addEventListener('message', ({ data }) => resolve(data))
  })
  serviceWorker.startMessages()
  const { active } = await serviceWorker.ready
  active.postMessage(place)
  return answer
}

async function bundles(): Promise<string> {
  const folder = temporaryFolder()
  for (const name of ['page', 'worker']) {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'runtimes', `${name}.ts`),
          output: { format: 'iife', entryFileNames: `${name}.js` },
        },
      },
    })
  }
  return folder
}

async function serve(folder: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js' || url === '/worker.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(
      isScript
        ? readFileSync(join(folder, url))
        : '<!doctype html><script src="/page.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
