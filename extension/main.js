import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildExtension, packExtension, readSettings, TARGETS } from './build.js'

// npm run extension [-- --target chrome|firefox|test] [--site http://localhost:3000]
// The running product says its addresses and its publishable key, unless the environment names them.

const GITHUB = {
  githubApiUrl: 'https://api.github.com',
  githubWebUrl: 'https://github.com',
  githubArchivesUrl: 'https://codeload.github.com',
}
const dist = fileURLToPath(new URL('dist', import.meta.url))

try {
  await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function main() {
  const target = argument('target') ?? 'chrome'
  if (!TARGETS.includes(target)) throw new Error(`--target is one of ${TARGETS.join(', ')}`)
  const site = argument('site') ?? process.env.SITE_URL ?? 'http://localhost:3000'
  const siteUrl = site.replace(/\/$/, '')
  const settings = fromEnvironment(siteUrl) ?? (await readSettings(siteUrl))
  const out = join(dist, target)
  const { version } = await buildExtension({ target, settings, out })
  const file = join(dist, `gitferry-${version}-${target}.zip`)
  const { bytes, sha256 } = packExtension(out, file)
  // A server offers the ZIP that was built for its own address.
  const description = { version, file: basename(file), siteUrl, sha256 }
  writeFileSync(join(dist, `gitferry-${target}.json`), `${JSON.stringify(description)}\n`)

  console.log(`${file}: ${Math.ceil(bytes / 1000)} KB, sha256 ${sha256}`)
  console.log(`It works with ${siteUrl}. To load it, ${howToLoad(target, out)}`)
}

function howToLoad(target, out) {
  return target === 'firefox'
    ? `open about:debugging, "This Firefox",\npress "Load Temporary Add-on" and choose ${join(out, 'manifest.json')}`
    : `open chrome://extensions, switch on\n"Developer mode", press "Load unpacked" and choose ${out}`
}

function argument(name) {
  const at = process.argv.indexOf(`--${name}`)

  return at < 0 ? null : process.argv[at + 1]
}

/** Null unless it says everything. */
function fromEnvironment(siteUrl) {
  const { SITE_NAME, API_URL, BUILDER_URL, PUBLISHABLE_KEY } = process.env
  const { GITHUB_API_URL, GITHUB_WEB_URL } = process.env
  if (!SITE_NAME || !API_URL || !BUILDER_URL || !PUBLISHABLE_KEY) return null

  return {
    ...GITHUB,
    siteUrl,
    siteName: SITE_NAME,
    apiUrl: API_URL,
    builderUrl: BUILDER_URL,
    publishableKey: PUBLISHABLE_KEY,
    ...(GITHUB_API_URL && { githubApiUrl: GITHUB_API_URL }),
    ...(GITHUB_WEB_URL && { githubWebUrl: GITHUB_WEB_URL, githubArchivesUrl: GITHUB_WEB_URL }),
  }
}
