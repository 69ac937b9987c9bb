import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './root.js'
import { Refusal, say } from './run.js'
import { inTurn } from './turn.js'

const MIN_NODE = [20, 19]

/** Comes before start, dev, test and check, with nothing but Node: whatever is missing, it brings. */
export async function prepare(purpose) {
  refuseOldNode()

  await inTurn(async () => {
    const { installPackages } = await import('./install.js')
    await installPackages()
    if (purpose === 'check') return

    const { buildStale } = await import('./build.js')
    await buildStale()
    if (purpose === 'test') await bringTestTools()
  })
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor] = MIN_NODE
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return

  throw new Refusal(
    `Gitferry needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  )
}

async function bringTestTools() {
  const { findBrowser } = await import('./browser.js')
  const { findPostgres } = await import('./postgres.js')
  const tools = { browser: await findBrowser(), postgres: await findPostgres() }
  const missing = [
    !tools.browser && 'The journeys will not run: install Chromium, or set CHROMIUM to a browser.',
    !tools.postgres &&
      'Nothing will run over a PostgreSQL server: install one, or set POSTGRES_BIN.',
  ].filter(Boolean)

  for (const line of missing) say(`\n!!! ${line}\n`)
  if (missing.length > 0 && process.env.CI)
    throw new Refusal('With CI set, nothing may be left out.')
  writeFileSync(join(cache, 'test-tools.json'), JSON.stringify(tools))
}
