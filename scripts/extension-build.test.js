import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'

import { root } from './root.js'

const { buildExtension, packExtension } = await import(join(root, 'extension/build.js'))

const SETTINGS = {
  siteUrl: 'https://gitferry.test',
  siteName: 'Gitferry',
  apiUrl: 'https://gitferry.test',
  builderUrl: 'https://bolt.new',
  publishableKey: 'sb_publishable_of_the_test',
  githubApiUrl: 'https://api.github.com',
  githubWebUrl: 'https://github.com',
  githubArchivesUrl: 'https://codeload.github.com',
}
const MOST_KB = 400
const MINUTES_MS = 120_000

test('the same sources give the same bytes, wherever and whenever they are built', {
  timeout: MINUTES_MS,
}, async () => {
  const first = await build('chrome', '2001-02-03')
  const second = await build('chrome', '2030-04-05')

  expect(second.packed.sha256).toBe(first.packed.sha256)
  expect(readFileSync(second.file)).toEqual(readFileSync(first.file))
  expect(first.packed.bytes / 1000).toBeLessThan(MOST_KB)
})

test('another address gives other bytes, and Firefox gets nothing that only Chrome has', {
  timeout: MINUTES_MS,
}, async () => {
  const { out, packed } = await build('firefox', '2001-02-03')
  const elsewhere = { ...SETTINGS, siteUrl: 'https://elsewhere.test' }
  const other = await build('firefox', '2001-02-03', elsewhere)

  expect(other.packed.sha256).not.toBe(packed.sha256)
  const sources = scriptsIn(out).map((name) => readFileSync(join(out, name), 'utf8'))
  expect(sources.filter((text) => text.includes('sidePanel'))).toEqual([])
  expect(sources.filter((text) => /\.innerHTML ?= ?(?!["'`])/.test(text))).toEqual([])
})

test.each(['en', 'es'])(
  'the store’s text in %s gives a reason for each permission, and the purpose as the browser shows it',
  async (language) => {
    const { module } = await runnerImport(join(root, 'extension/manifest.ts'))
    const manifest = module.manifestOf('chrome', SETTINGS, '1.0.0')
    const text = readFileSync(join(root, `extension/store/${language}.md`), 'utf8')
    const words = readFileSync(join(root, `extension/src/words/${language}.json`), 'utf8')
    const { description } = JSON.parse(words).store
    const asked = [
      ...manifest.permissions,
      ...manifest.optional_permissions,
      'https://bolt.new',
      ...manifest.optional_host_permissions.map((pattern) => pattern.replace('/*', '')),
    ]

    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    const missing = asked.filter((name) => !rows.some((row) => row.split(' | ')[0].includes(name)))

    expect(missing).toEqual([])
    expect(text.split(description).length - 1).toBe(2)
    expect(description.length).toBeLessThanOrEqual(132)
  },
)

/** As on a computer whose files have this time. */
async function build(target, time, settings = SETTINGS) {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => vi.unstubAllEnvs())
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-extension-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const out = join(folder, 'built')
  await buildExtension({ target, settings, out })
  for (const name of readdirSync(out, { recursive: true })) {
    utimesSync(join(out, name), new Date(time), new Date(time))
  }
  const file = join(folder, 'packed.zip')

  return { out, file, packed: packExtension(out, file) }
}

const scriptsIn = (out) =>
  readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.js'))
