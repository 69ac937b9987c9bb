import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { StartError } from '#errors/start-error.ts'
import { readScript, type SqlScript } from './sql-script.ts'

/** The seeds that patterns name, in the order of the patterns and then of their names; each once. */
export async function readSeeds(folder: string, patterns: readonly string[]): Promise<SqlScript[]> {
  const paths = new Set<string>()
  for (const pattern of patterns) {
    for (const path of await matching(folder, pattern.replace(/^\.\//, ''))) paths.add(path)
  }

  return Promise.all([...paths].map((path) => readScript(join(folder, path), path)))
}

async function matching(folder: string, pattern: string): Promise<string[]> {
  if (!/[*?]/.test(pattern)) return (await exists(folder, pattern)) ? [pattern] : []
  const start = dirname(`${pattern.slice(0, pattern.search(/[*?]/))}.`)
  const shape = shapeOf(pattern)

  return (await filesBelow(folder, start)).filter((path) => shape.test(path)).sort()
}

async function exists(folder: string, path: string): Promise<boolean> {
  const names: string[] = await readdir(dirname(join(folder, path))).catch(() => [])

  return names.includes(path.slice(path.lastIndexOf('/') + 1))
}

async function filesBelow(folder: string, start: string): Promise<string[]> {
  const entries = await readdir(join(folder, start), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])

  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** `*` and `?` stay within a name; `**` spans folders. */
function shapeOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => SIGNS[part] ?? escaped(part))
  if (pattern.length > MOST_LENGTH) throw new StartError('config.toml: a pattern is too long.')

  return new RegExp(`^${parts.join('')}$`)
}

const MOST_LENGTH = 1_000
const SIGNS: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

const escaped = (text: string) => text.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
