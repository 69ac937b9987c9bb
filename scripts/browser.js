import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { apt, canUseApt } from './apt.js'
import { cache } from './root.js'
import { npm, say } from './run.js'

// A headless shell has no window system and starts fewer processes than a whole browser.
const SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/headless_shell']
const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const WHOLE = [
  ...CHROMIUMS,
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const PACKAGE = '@sparticuz/chromium@147.0.0'

/** A Chromium for the journeys: CHROMIUM, else a headless shell (installed, npm, Debian), else a full one; null: none. */
export async function findBrowser() {
  if (process.env.CHROMIUM) return { path: process.env.CHROMIUM }

  return (
    installed(SHELLS) ??
    (await fromNpm()) ??
    (await fromApt('chromium-headless-shell', SHELLS)) ??
    installed(WHOLE) ??
    (await fromApt('chromium', WHOLE))
  )
}

/** A full Chromium: headless shells have no extensions, and branded browsers load none from a folder. */
export async function findExtensionBrowser() {
  if (process.env.CHROMIUM) return { path: process.env.CHROMIUM }

  return installed(CHROMIUMS) ?? (await fromApt('chromium', CHROMIUMS))
}

function installed(paths) {
  const path = paths.find((one) => existsSync(one))

  return path ? { path } : null
}

/** A build for servers that contains its libraries, so no root is needed. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null

  const own = { ...process.env }
  try {
    const folder = join(cache, 'browser')
    const entry = join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
    if (!existsSync(entry)) {
      say('No headless browser found: installing one from npm …')
      await npm(['install', '--prefix', folder, '--no-save', '--ignore-scripts', PACKAGE])
    }
    // It unpacks into TMPDIR, and its libraries only if this variable names a Lambda runtime.
    process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x'
    process.env.TMPDIR = folder
    const { default: chromium } = await import(pathToFileURL(entry).href)
    const path = await chromium.executablePath()
    return { path, libraries: process.env.LD_LIBRARY_PATH }
  } catch {
    return null
  } finally {
    // Databases and the product are started with this environment, too.
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, own)
  }
}

/** Not every release of Debian has every package. */
async function fromApt(name, paths) {
  if (!canUseApt()) return null

  try {
    say(`Installing ${name} …`)
    await apt(name)
    return installed(paths)
  } catch {
    return null
  }
}
