import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeText } from './fault-file.js'
import { parts, root } from './root.js'

/** Files for browsers and development bundles, which no test here reads. */
const NOT_COPIED = ['browser', 'dev', 'prepare.pid']

/** A copy of the working tree with its builds, for seeding faults; removed at exit. */
export function copyTree() {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'gitferry-faults-')))
  // PostgreSQL does not run as root, and its folder lies within.
  chmodSync(tree, 0o711)
  process.once('exit', () => rmSync(tree, { recursive: true, force: true, maxRetries: 5 }))

  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
  for (const file of new Set(listed.toString().split('\0'))) {
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(tree, file))
  }
  for (const name of readdirSync(join(root, '.cache'))) {
    if (!NOT_COPIED.includes(name)) copy(tree, join('.cache', name))
  }
  copyBuilds(tree)
  linkPackages(tree)
  mkdirSync(join(tree, '.tmp'))

  return tree
}

/** The builds without any fault. */
export function copyBuilds(tree) {
  for (const part of parts) copy(tree, join(part, 'dist'))
  for (const name of readdirSync(join(root, '.cache')).filter((name) => name.endsWith('.built')))
    copy(tree, join('.cache', name))
}

function copy(tree, path) {
  if (!existsSync(join(root, path))) return
  rmSync(join(tree, path), { recursive: true, force: true })
  cpSync(join(root, path), join(tree, path), { recursive: true })
}

/** Third-party packages are shared; our own link to the copy. */
function linkPackages(tree) {
  const packages = join(root, 'node_modules')
  const linked = join(tree, 'node_modules')
  mkdirSync(linked)
  for (const name of readdirSync(packages)) {
    if (name === '@app') cpSync(join(packages, name), join(linked, name), COPY_LINKS)
    else if (!name.startsWith('.vite')) symlinkSync(join(packages, name), join(linked, name))
  }
}

const COPY_LINKS = { recursive: true, verbatimSymlinks: true }

/** Applies a fault, and returns a function that reverts it. */
export function seed(tree, { changes }) {
  const before = new Map()
  const undo = () => {
    for (const [path, text] of before) writeFileSync(path, text)
  }

  try {
    for (const change of changes) {
      const path = join(tree, change.file)
      const text = readFileSync(path, 'utf8')
      if (!before.has(path)) before.set(path, text)
      writeFileSync(path, changeText(text, change))
    }
  } catch (error) {
    undo()
    throw error
  }
  return undo
}
