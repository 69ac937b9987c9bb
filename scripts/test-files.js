import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_BUILDS } from './prepare.js'
import { parts, root } from './root.js'

/** Tests that start built programs or read built pages; all others run from source. The first match decides. */
const BUILDS = [
  [/^scripts\//, ALL_BUILDS],
  [/^server\/test\/embedded\//, ALL_BUILDS],
  [/^server\/test\//, ['web', 'compression', 'platform', 'server']],
  // Threads need built files.
  [/^platform\/test\//, ['platform']],
  [/^backend-client\/test\//, ALL_BUILDS],
  [/^extension\/test\//, ALL_BUILDS],
  [/^web\/test\/session\//, ['server']],
  [/^web\/test\/screens\//, ALL_BUILDS],
]

/** The builds that the tests need whose path contains one of these texts. */
export function buildsFor(chosen) {
  const files = testFiles().filter((file) => chosen.some((text) => file.includes(text)))
  const needed = files.flatMap((file) => BUILDS.find(([path]) => path.test(file))?.[1] ?? [])

  return ALL_BUILDS.filter((name) => needed.includes(name))
}

const testFiles = () => ['scripts', ...parts].flatMap((folder) => filesBelow(folder))

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : filesBelow(path)
    return /\.test\.[jt]sx?$/.test(path) ? [path] : []
  })

const SKIPPED = ['node_modules', 'dist']
