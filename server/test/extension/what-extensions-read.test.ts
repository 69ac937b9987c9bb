import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '#test/test-server.ts'

const HINTS = '/extension/builder-hints.json'
const ZIP = '/extension/gitferry-chrome.zip'

test('without a file there are no hints, and extensions of any origin may read so', async () => {
  const { url } = await startTestServer()

  const answer = await fetch(`${url}${HINTS}`, { headers: { origin: 'chrome-extension://abc' } })

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toEqual({ download: [], export: [], banner: null })
})

test('the operator’s words are given as the contract has them, and cost nothing the second time', async () => {
  const banner = { en: 'The export has moved.', es: 'La exportación se ha movido.' }
  const file = join(folder(), 'hints.json')
  writeFileSync(file, JSON.stringify({ download: ['Save as ZIP'], banner }))
  const { url } = await startTestServer({ env: { EXTENSION_HINTS_FILE: file } })

  const first = await fetch(`${url}${HINTS}`)
  const etag = first.headers.get('etag') ?? ''
  const second = await fetch(`${url}${HINTS}`, { headers: { 'if-none-match': etag } })

  expect(await first.json()).toEqual({ download: ['save as zip'], export: [], banner })
  expect(second.status).toBe(304)
})

test('an extension that was not built is not offered', async () => {
  const { url } = await startTestServer({ env: { EXTENSION_FOLDER: folder() } })

  const answer = await fetch(`${url}${ZIP}`)
  const guide = await textOf(`${url}/docs/install`)

  expect(answer.status).toBe(404)
  expect(guide).not.toContain(ZIP)
  expect(guide).toContain('npm run extension')
})

test('an extension that is built while the server runs is offered at once, and its successor too', async () => {
  const place = folder()
  const { url, config } = await startTestServer({ env: { EXTENSION_FOLDER: place } })
  await textOf(`${url}/docs/install`)

  build(place, config.siteUrl, '1.0.0', 1)
  const first = await fetch(`${url}${ZIP}`)
  const guide = await textOf(`${url}/docs/install`)
  build(place, config.siteUrl, '1.0.1', 2)
  const second = await fetch(`${url}${ZIP}`)

  expect(first.headers.get('content-type')).toBe('application/zip')
  expect(first.headers.get('content-disposition')).toBe(
    'attachment; filename="gitferry-chrome.zip"',
  )
  expect(await first.text()).toBe('PK 1.0.0')
  expect(guide).toContain(`href="${ZIP}"`)
  expect(guide).not.toContain('npm run extension')
  expect(await second.text()).toBe('PK 1.0.1')
})

test('an extension that was built for another site is not offered', async () => {
  const place = folder()
  build(place, 'https://elsewhere.test', '1.0.0', 1)
  const { url } = await startTestServer({ env: { EXTENSION_FOLDER: place } })

  expect((await fetch(`${url}${ZIP}`)).status).toBe(404)
  expect(await textOf(`${url}/docs/install`)).not.toContain(ZIP)
})

const textOf = async (url: string) => (await fetch(url)).text()

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gitferry-extension-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))

  return path
}

/** What `npm run extension` leaves; `second` keeps the times of two builds apart. */
function build(place: string, siteUrl: string, version: string, second: number): void {
  const file = `gitferry-${version}-chrome.zip`
  const description = join(place, 'gitferry-chrome.json')
  writeFileSync(join(place, file), `PK ${version}`)
  writeFileSync(description, JSON.stringify({ version, file, siteUrl }))
  utimesSync(description, second, second)
}
