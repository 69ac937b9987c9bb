import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.js'

/** The changelog describes the past; guides are for members. */
const LEFT_OUT = /^(CHANGELOG\.md|web\/guides\/)/
const CODE = /```[^\n]*\n([\s\S]*?)```|``(.+?)``|`([^`\n]+)`/g
/** Words that only code has: `camelCase`, `PascalCase`, `UPPER_CASE`. */
const NAME =
  /(?<![\w$/.@-])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?![\w/-]|\.\w)/g
const PATH =
  /(?<![\w/.:<>*{}@-])(?:\.{1,2}\/)*(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|jsx?|sql|json|md|css|svg|sh)(?![\w*{<-])/g
const SCRIPT = /npm run (\w[\w:-]*)/g
const SOURCE = /\.(tsx?|jsx?|sql|jsonc?|css|html|sh|ya?ml)$|\/run$/
/** Outputs of a build or an installation. */
const MADE = /\bdist\/|^[A-Z_]+\//
/** Documents whose entries must each name a test or file. */
const WITH_PROOF = /^docs\/silences\//
/** Names of third-party programs. */
const FOREIGN = new Set(['EnvironmentFile', 'ListBucket', 'MinIO', 'NEXT_PUBLIC_'])

/** Refuses documents with names that the code lacks. */
export function refuseUnknownNames() {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const documents = files.filter((file) => file.endsWith('.md') && !LEFT_OUT.test(file))
  const words = wordsOf(files.filter((file) => SOURCE.test(file) && file !== 'package-lock.json'))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  const unknown = []
  const unproven = []
  for (const file of documents) {
    const text = readFileSync(join(root, file), 'utf8')
    const isKnownFile = (path) => isFile(path, file, files)
    const names = unknownNames(text, {
      isWord: (name) => words.has(name) || FOREIGN.has(name),
      isFile: isKnownFile,
      isScript: (name) => name in scripts,
    })
    const entries = WITH_PROOF.test(file) ? entriesWithoutFile(text, isKnownFile) : []
    unknown.push(...names.map((name) => `${file}: ${name}`))
    unproven.push(...entries.map((entry) => `${file}: ${entry}`))
  }
  if (unknown.length > 0)
    throw new Error(`Documents name what does not exist:\n${unknown.join('\n')}`)
  if (unproven.length > 0)
    throw new Error(`Entries name no test or file that holds them:\n${unproven.join('\n')}`)
}

/** List entries that name no existing file, by their beginning. */
export function entriesWithoutFile(text, isFile) {
  const entries = text.split(/^- /m).slice(1)

  return entries
    .filter((entry) => ![...entry.matchAll(PATH)].some(([path]) => isFile(path)))
    .map((entry) => entry.slice(0, 60).replaceAll('\n', ' '))
}

/** Names, files and commands in a document that do not exist. */
export function unknownNames(text, { isWord, isFile, isScript }) {
  const code = [...text.matchAll(CODE)].map(([, ...parts]) => parts.find(Boolean) ?? '')
  const found = (pattern) =>
    code.flatMap((one) => [...one.matchAll(pattern)].map(([all, group]) => group ?? all))

  return [
    ...new Set([
      ...found(NAME).filter((name) => !isWord(name)),
      ...found(PATH).filter((path) => !isFile(path)),
      ...found(SCRIPT).filter((name) => !isScript(name)),
    ]),
  ]
}

/** Documents write paths relative to the root, their own folder, or a part. */
function isFile(path, document, files) {
  const end = `/${path.replace(/^(\.{1,2}\/)+/, '')}`

  return (
    MADE.test(path) ||
    existsSync(join(root, dirname(document), path)) ||
    files.some((file) => `/${file}`.endsWith(end))
  )
}

function wordsOf(files) {
  const words = new Set()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word)
  }
  return words
}
