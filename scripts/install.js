import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, readStamp } from './digest.js'
import { parts, root } from './root.js'
import { npm, say } from './run.js'

const STAMP = join(root, 'node_modules', '.installed')

/** Installs exactly what the lock file says, unless it is installed already. */
export async function installPackages() {
  const manifests = [
    'package.json',
    'package-lock.json',
    ...parts.map((part) => `${part}/package.json`),
  ]
  const wanted = [
    digestOf(manifests),
    process.platform,
    process.arch,
    process.versions.modules,
  ].join(' ')
  if (readStamp(STAMP) === wanted) return

  say('Installing packages …')
  await npm(['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'])
  writeFileSync(STAMP, wanted)
}
