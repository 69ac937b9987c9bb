import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, readStamp } from './digest.js'
import { parts, root } from './root.js'
import { npm, report } from './run.js'

const STAMP = join(root, 'node_modules', '.installed')
const ONE_TOOL = join(root, 'node_modules', 'vitest')

/**
 * Installs exactly what the lock file says, unless it is installed already. Starting needs half of it: tools for tests and checks are
 * installed on demand.
 * @param {{ withTools: boolean }} options
 */
export async function installPackages({ withTools: areWanted }) {
  const withTools = areWanted || existsSync(ONE_TOOL)
  const manifests = [
    'package.json',
    'package-lock.json',
    ...parts.map((part) => `${part}/package.json`),
  ]
  // Nothing is compiled here, so every Node version can use the same packages.
  const lock = [digestOf(manifests), process.platform, process.arch].join(' ')
  const all = `${lock} with tools`
  const wanted = withTools ? all : lock
  if ([wanted, all].includes(readStamp(STAMP))) return

  report('Installing packages …')
  const scope = withTools ? '--include=dev' : '--omit=dev'
  await npm(['ci', scope, '--ignore-scripts', '--no-audit', '--no-fund'])
  writeFileSync(STAMP, wanted)
}
