import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

/** A hash that changes with any of these files or folders. */
export function digestOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update('\0').update(digestOfOne(path))

  return hash.digest('hex')
}

const known = new Map()

/** Parts share inputs, which do not change while a command prepares itself. */
function digestOfOne(path) {
  const before = known.get(path)
  if (before) return before

  const hash = createHash('sha256')
  for (const file of filesOf(path))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  const digest = hash.digest()
  known.set(path, digest)
  return digest
}

function filesOf(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []

  return stat.isFile() ? [path] : filesBelow(path)
}

/** Files that no build reads. The guides are Markdown too, but have other names. */
const NOT_BUILT = /^(node_modules|dist|README\.md)$|\.test\.tsx?$/

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_BUILT.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesBelow(path) : [path]
    })

/** The content of a stamp file, or '' if there is none. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
