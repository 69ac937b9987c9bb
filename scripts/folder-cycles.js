import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './root.js'
import { main, Refusal } from './run.js'

const PARTS = [
  'platform',
  'server',
  'backend-client',
  'extension',
  'sync',
  'sync-panels',
  'ui',
  'web',
  'standins',
]
/** Folders are two levels deep at most. */
const DEPTHS = [1, 2]

/** Imports between a part's folders must have one direction. Throws with the imports that form the cycle. */
export async function refuseFolderCycles() {
  const found = PARTS.flatMap((part) => {
    const imports = importsIn(join(root, part, 'src'))
    return DEPTHS.flatMap((depth) => folderCycles(imports, depth).map((line) => `${part}: ${line}`))
  })
  if (found.length > 0) throw new Refusal(`Folders import each other:\n${found.join('\n')}`)
}

/** Folders in a cycle, each with one import that causes it. */
export function folderCycles(imports, depth) {
  const folderOf = (file) => dirname(file).split('/').slice(0, depth).join('/')
  const between = new Map()
  for (const [from, to] of imports) {
    const [a, b] = [folderOf(from), folderOf(to)]
    if (a !== b && !between.has(`${a} → ${b}`)) between.set(`${a} → ${b}`, { a, b, from, to })
  }
  const arrows = [...between.values()]
  const reaches = (start, goal, seen = new Set()) =>
    arrows.some(({ a, b }) => {
      if (a !== start || seen.has(b)) return false
      seen.add(b)
      return b === goal || reaches(b, goal, seen)
    })

  return arrows
    .filter(({ a, b }) => reaches(b, a))
    .map(({ a, b, from, to }) => `${a} → ${b} (${from} imports ${to})`)
}

/** Pairs of files relative to the folder; tests may import what they like. */
function importsIn(src) {
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(ts|tsx)$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)))

  return files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(SPECIFIER)].flatMap(([, specifier]) => {
      if (specifier.startsWith('#')) return [[file, specifier.slice(1)]]
      const target = relative(src, resolve(src, dirname(file), specifier))
      return [[file, target]]
    }),
  )
}

const SPECIFIER = /(?:from|import)\s*\(?\s*'((?:\.\/|#)[^']+)'/g

if (import.meta.filename === process.argv[1]) await main(refuseFolderCycles)
