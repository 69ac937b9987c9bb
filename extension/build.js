import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { zipSync } from 'fflate'
import { build, runnerImport } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))
const inFolder = (name) => join(folder, name)
const readJson = (name) => JSON.parse(readFileSync(inFolder(name), 'utf8'))

const { version } = readJson('package.json')
const LANGUAGES = ['en', 'es']
export const TARGETS = ['chrome', 'firefox', 'test']

/** Scripts in pages are one file each: they may import nothing. */
const PAGE_SCRIPTS = ['capture', 'builder', 'site']

/** Archives know no earlier time. */
const SAME_TIME = new Date('1980-01-01T00:00:00')

/**
 * Builds the extension for one target into a folder of its own. `settings` are the addresses of the product, its name and
 * its publishable key.
 */
export async function buildExtension({ target, settings, out }) {
  const config = { target, config: { ...settings, version } }
  rmSync(out, { recursive: true, force: true })
  await build(pages(config, out))
  for (const name of PAGE_SCRIPTS) await build(pageScript(name, config, out))
  const { module } = await runnerImport(inFolder('manifest.ts'), { logLevel: 'warn' })
  const manifest = module.manifestOf(target, settings, version)
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const language of LANGUAGES) writeNames(language, settings.siteName, out)
  cpSync(inFolder('icons'), out, { recursive: true })

  return { version, out }
}

const shared = ({ target, config }) => ({
  root: folder,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  define: {
    __CONFIG__: JSON.stringify(config),
    'process.env.NODE_ENV': '"production"',
    // Its linter names each call of what Firefox does not have, also one that is never made.
    ...(target === 'firefox' && { 'chrome.sidePanel': 'undefined' }),
  },
})

const REACT_DOM = /react-dom-client\.production\.js$/
const SETS_MARKUP = /\(domElement\.innerHTML = key\)/g

/** No page of ours sets markup. What React has for that is taken out: stores look for it, and nothing can come to use it. */
const withoutMarkup = {
  name: 'without-markup',
  transform(code, id) {
    if (!REACT_DOM.test(id)) return null
    const found = code.match(SETS_MARKUP)?.length ?? 0
    if (found !== 2) throw new Error(`React sets markup in ${found} places, 2 were known`)

    return { code: code.replace(SETS_MARKUP, 'undefined'), map: null }
  },
}

/** The worker and the pages share what they both import. */
const pages = (config, out) => ({
  ...shared(config),
  plugins: [tailwindcss(), react(), withoutMarkup],
  build: {
    outDir: out,
    // A store's reviewer reads it.
    minify: 'oxc',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        worker: inFolder('src/worker/worker.ts'),
        panel: inFolder('panel.html'),
        options: inFolder('options.html'),
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
        assetFileNames: 'parts/[name][extname]',
      },
    },
  },
})

const pageScript = (name, config, out) => ({
  ...shared(config),
  build: {
    outDir: out,
    emptyOutDir: false,
    rolldownOptions: {
      input: inFolder(`src/${name}/${name}.ts`),
      output: { format: 'iife', entryFileNames: `${name}.js` },
    },
  },
})

/** What the browser and its store show of the extension. */
function writeNames(language, siteName, out) {
  const { name, description } = readJson(`src/words/${language}.json`).store
  const place = join(out, '_locales', language)
  mkdirSync(place, { recursive: true })
  const messages = {
    name: { message: name.replace('Gitferry', siteName) },
    description: { message: description },
  }
  writeFileSync(join(place, 'messages.json'), `${JSON.stringify(messages, null, 2)}\n`)
}

/** The same bytes from the same sources: names are sorted, and times are fixed. */
export function packExtension(out, file) {
  const names = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
  const entries = names.map((name) => [
    name,
    [readFileSync(join(out, name)), { mtime: SAME_TIME, level: 9 }],
  ])
  const bytes = zipSync(Object.fromEntries(entries))
  writeFileSync(file, bytes)

  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** What a running product says of itself on its pages. */
export async function readSettings(siteUrl) {
  const page = await fetch(siteUrl).catch(() => null)
  const [, json] =
    /<script[^>]*id="config"[^>]*>([^<]*)<\/script>/.exec((await page?.text()) ?? '') ?? []
  if (!json) throw new Error(`no product answers at ${siteUrl}`)
  const { siteName, apiUrl, builderUrl, publishableKey, github } = JSON.parse(json)
  const isReal = github.webUrl === 'https://github.com'

  return {
    siteUrl,
    siteName,
    apiUrl,
    builderUrl,
    publishableKey,
    githubApiUrl: github.apiUrl,
    githubWebUrl: github.webUrl,
    githubArchivesUrl: isReal ? 'https://codeload.github.com' : github.webUrl,
  }
}
