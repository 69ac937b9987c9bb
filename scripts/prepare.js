import { fileURLToPath } from 'node:url'
import { chooseStandins, needsNewDatabase } from './launch.js'
import { withPrepareLock } from './prepare-lock.js'
import { main, Refusal } from './run.js'

const MIN_NODE = [20, 19]

export const ALL_BUILDS = ['web', 'compression', 'platform', 'server', 'standins', 'database']

/** Commands that need no tools of tests and checks. */
const RUNS_ONLY = ['start', 'operate', 'platform', 'bundle']

/**
 * Runs before each command with plain Node: installs and builds what it needs and is missing. Selected tests determine the builds that they
 * need.
 */
export async function prepare(purpose, builds = neededBuilds(purpose, process.env)) {
  refuseOldNode()

  await withPrepareLock(async () => {
    const { installPackages } = await import('./install.js')
    await installPackages({ withTools: !RUNS_ONLY.includes(purpose) })
    if (builds.length > 0) {
      const { buildStale, COMPRESSION } = await import('./build.js')
      const isQuick = ['start', 'test'].includes(purpose) && process.env.NODE_ENV !== 'production'
      await buildStale(builds, { compression: isQuick ? COMPRESSION.quick : COMPRESSION.best })
    }
  })
}

function neededBuilds(purpose, env) {
  switch (purpose) {
    case 'start':
    // Like start, with production compression: for benchmarks.
    case 'measure':
      return [
        'web',
        'compression',
        'server',
        ...(chooseStandins(env).length > 0 ? ['standins'] : []),
        ...(needsNewDatabase(env) ? ['database'] : []),
      ]
    case 'test':
      return ALL_BUILDS
    case 'operate':
      return ['server']
    case 'platform':
      return ['platform']
    // Development creates its own bundles, and checks only read sources.
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

// Not `import.meta.filename`: an old Node does not have it and must still be refused.
if (fileURLToPath(import.meta.url) === process.argv[1]) await main(() => prepare(process.argv[2]))
