import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

/** A hash that changes whenever any of these files or folders does. */
export function digestOf(paths) {
  const hash = createHash('sha256')

  for (const path of paths) {
    for (const file of filesBelow(path))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** What no build reads. The guides are Markdown too, but have other names. */
const NOT_BUILT = /^(node_modules|dist|README\.md)$|\.test\.tsx?$/

function filesBelow(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]

  return readdirSync(join(root, path))
    .filter((name) => !NOT_BUILT.test(name))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}

/** The content of a stamp file, or '' if there is none. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
