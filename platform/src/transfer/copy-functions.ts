import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Report } from './report.ts'

const LEFT_OUT = /(^|\/)(node_modules|\.git|\.temp)(\/|$)|(^|\/)\.env(\..*)?$/
const SOURCE = /\.(?:[cm]?[jt]sx?)$/
const VARIABLE = /Deno\.env\.get\(\s*['"`](\w+)['"`]/g

/** Copies a folder of functions; what is there already stays. Secrets are never copied. */
export async function copyFunctions(from: string, to: string, report: Report): Promise<void> {
  if (!existsSync(from)) return
  const names = new Set<string>()
  let kept = 0

  for (const path of await filesIn(from)) {
    const target = join(to, path)
    if (path.includes('/') && !path.startsWith('_')) names.add(path.split('/')[0] ?? '')
    if (existsSync(target)) {
      kept += (await isSame(join(from, path), target)) ? 0 : 1
      continue
    }
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(from, path), target)
  }
  report.add('carried', 'functions', { count: names.size })
  report.add('left out', 'files of functions', { count: kept, because: 'other ones are there' })
}

/** Variables that functions read and nobody has set. */
export async function absentSecrets(folder: string, set: readonly string[]): Promise<string[]> {
  if (!existsSync(folder)) return []
  const names = new Set<string>()
  for (const path of await filesIn(folder)) {
    if (!SOURCE.test(path)) continue
    const text = await readFile(join(folder, path), 'utf8')
    for (const [, name = ''] of text.matchAll(VARIABLE)) names.add(name)
  }

  return [...names].filter((name) => !name.startsWith('SUPABASE_') && !set.includes(name)).sort()
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })

  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !LEFT_OUT.test(path))
}

async function isSame(one: string, other: string): Promise<boolean> {
  return (await readFile(one)).equals(await readFile(other))
}
