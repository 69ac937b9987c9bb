import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseStandins, needsNewDatabase } from './launch.js'
import { withPrepareLock } from './prepare-lock.js'
import { cache } from './root.js'
import { Refusal, say } from './run.js'

const MIN_NODE = [20, 19]

/** Commands that need no tools of tests and checks. */
const RUNS_ONLY = ['start', 'operate', 'platform']

/** Runs before each command with plain Node: installs and builds what it needs and is missing. */
export async function prepare(purpose) {
  refuseOldNode()

  await withPrepareLock(async () => {
    const { installPackages } = await import('./install.js')
    await installPackages({ withTools: !RUNS_ONLY.includes(purpose) })
    const names = neededParts(purpose, process.env)
    if (names.length === 0) return

    const { buildStale, COMPRESSION } = await import('./build.js')
    const isQuick = purpose === 'start' && process.env.NODE_ENV !== 'production'
    await buildStale(names, { compression: isQuick ? COMPRESSION.quick : COMPRESSION.best })
    if (purpose === 'test') await findTestTools()
  })
}

function neededParts(purpose, env) {
  switch (purpose) {
    case 'start':
    // As start, with files compressed as in production: for benchmarks.
    case 'measure':
      return [
        'web',
        'compression',
        'server',
        ...(chooseStandins(env).length > 0 ? ['standins'] : []),
        ...(needsNewDatabase(env) ? ['database'] : []),
      ]
    case 'test':
      return ['web', 'compression', 'platform', 'server', 'standins', 'database']
    case 'operate':
      return ['server']
    case 'platform':
      return ['platform']
    // Development bundles for itself, and the checks read sources only.
    default:
      return []
  }
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor] = MIN_NODE
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return

  throw new Refusal(
    `Gitferry needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  )
}

async function findTestTools() {
  const { findBrowser } = await import('./browser.js')
  const { findPostgres } = await import('./postgres.js')
  const tools = { browser: await findBrowser(), postgres: await findPostgres() }
  const missing = [
    !tools.browser &&
      'No browser found, the journeys are skipped: install Chromium, or set CHROMIUM to a browser.',
    !tools.postgres &&
      'No PostgreSQL found, its tests are skipped: install one, or set POSTGRES_BIN.',
  ].filter(Boolean)

  for (const line of missing) say(`\n!!! ${line}\n`)
  if (missing.length > 0 && process.env.CI)
    throw new Refusal('With CI set, no tests may be skipped.')
  writeFileSync(join(cache, 'test-tools.json'), JSON.stringify(tools))
}
