import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { path } from './source.js'

const FOLDER = path('bench/isomorphic-git')
const PACKAGE = join(FOLDER, 'node_modules/isomorphic-git')

/** Not in the main lock file, because only the bench needs it. */
export function installIsomorphicGit() {
  if (existsSync(PACKAGE)) return
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
}
