import ignore from 'ignore'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { folderOf, type Mode, nameIn } from '#objects/listing.ts'

/** For projects without a single `.gitignore`. */
const DEFAULT_RULES = [
  'dist/',
  'build/',
  'out/',
  '.next/',
  '.nuxt/',
  '.cache/',
  'coverage/',
  '*.log',
  '.idea/',
  '.vscode/',
  'tmp/',
]

/** Whether git would ignore a path that is new to it, by the project's own `.gitignore` files. */
export function ignoreRules(
  files: readonly { path: string; bytes: Bytes; mode?: Mode | null }[],
): (path: string) => boolean {
  const ruleFiles = files
    // As git does, rules are not read through a link.
    .filter(({ path, mode }) => nameIn(path) === '.gitignore' && mode !== '120000')
    .sort((a, b) => depthOf(a.path) - depthOf(b.path))
  // By default the library ignores case, which git on a server does not.
  const rules = ignore({ ignorecase: false })
  if (ruleFiles.length === 0) rules.add(DEFAULT_RULES)
  for (const { path, bytes } of ruleFiles) {
    const folder = folderOf(path)
    const lines = linesOf(bytes)
    rules.add(folder === '' ? lines : lines.map((line) => moveToRoot(folder, line)))
  }

  return (path) => path !== '' && rules.ignores(path)
}

/** Whether rules of one list, spelled as in a `.gitignore`, name a path. */
export function rulesOf(lines: readonly string[]): (path: string) => boolean {
  const rules = ignore({ ignorecase: false }).add([...lines])

  return (path) => path !== '' && rules.ignores(path)
}

const depthOf = (path: string) => path.split('/').length

const linesOf = (bytes: Bytes): string[] =>
  (decodeUtf8(bytes) ?? '')
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

/** One list of rules has one root, so a rule of an inner file is rewritten relative to the root. */
function moveToRoot(folder: string, line: string): string {
  const [, not = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? []
  const place = folder.replace(/[\\*?[\]#! ]/g, '\\$&')
  const isPlaced = pattern.replace(/\s+$/, '').slice(0, -1).includes('/')
  if (pattern.trim() === '') return pattern

  return isPlaced
    ? `${not}/${place}/${pattern.replace(/^\//, '')}`
    : `${not}/${place}/**/${pattern}`
}
