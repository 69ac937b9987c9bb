// A third language for a copy of the project: what it takes is what is done here, and nothing else.
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parts, root } from './root.js'

const run = promisify(execFile)

test("a further language is a line in the list, a line in each registry of the server's texts, and files of its own", {
  timeout: 600_000,
}, async () => {
  const copy = copyOfProject()

  edit(copy, 'contract/src/languages.ts', (text) =>
    text
      .replace("'es'] as const", "'es', 'eo'] as const")
      .replace("es: 'Español'", "es: 'Español', eo: 'Esperanto'"),
  )
  for (const registry of [
    'platform/src/mail/layout',
    'platform/src/mail/templates',
    'server/src/mails',
    'server/src/http/pages',
  ]) {
    addServerTexts(copy, registry)
  }
  addMessages(copy)
  addPanelWords(copy)
  addGuides(copy)

  expect(await failuresOf(copy)).toEqual([])
})

async function failuresOf(copy) {
  const checks = [
    ...PROGRAMS.map((part) => ['npx', ['tsc', '-p', sourcesOf(copy, part)]]),
    ['npx', ['vitest', 'run', '--project', 'web', 'src/i18n/', 'src/app/render.test.ts']],
  ]
  const failures = []
  for (const [command, args] of checks) {
    await run(command, args, { cwd: copy }).catch(({ stdout, stderr }) =>
      failures.push(`${args.join(' ')}\n${`${stdout}${stderr}`.slice(0, 3000)}`),
    )
  }
  return failures
}

/** Every other part is imported by one of these. */
const PROGRAMS = ['server', 'web', 'e2e']

/** Without tests: that those of each part compile is checked with two languages, and takes twice as long. */
function sourcesOf(copy, part) {
  const config = JSON.parse(readFileSync(join(copy, part, 'tsconfig.json'), 'utf8'))
  const include = config.include.filter((folder) => folder !== 'test')
  const exclude = ['**/*.test.ts', '**/*.test.tsx']
  const path = join(part, 'tsconfig.sources.json')
  writeFileSync(join(copy, path), JSON.stringify({ ...config, include, exclude }))

  return path
}

const COPIED_FILES = [
  'CHANGELOG.md',
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'scripts/kept-sources.js',
  'scripts/memory-folder.js',
  'scripts/test-order.js',
]

function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'gitferry-language-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))

  for (const file of COPIED_FILES) {
    cpSync(join(root, file), join(copy, file))
  }
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, 'node_modules/@app'))
  for (const part of parts) symlinkSync(join(copy, part), join(copy, 'node_modules/@app', part))
  return copy
}

/** Everything that is installed, except the parts themselves, which are the copy's. */
function linkModules(from, to) {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name !== '@app') symlinkSync(join(from, name), join(to, name))
  }
}

function edit(copy, file, change) {
  const path = join(copy, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** A file of texts like the English one, and its line in the folder's registry. */
function addServerTexts(copy, folder) {
  const english = readFileSync(join(copy, folder, 'en.ts'), 'utf8')
  writeFileSync(
    join(copy, folder, 'eo.ts'),
    english.replaceAll("'en'", "'eo'").replace('export const en', 'export const eo'),
  )

  const registry = readdirSync(join(copy, folder)).find((file) =>
    readFileSync(join(copy, folder, file), 'utf8').includes('{ en, es }'),
  )
  edit(
    copy,
    join(folder, registry),
    (text) => `import { eo } from './eo.ts'\n${text.replace('{ en, es }', '{ en, es, eo }')}`,
  )
}

function addMessages(copy) {
  const english = join(copy, 'web/src/i18n/en')
  const added = join(copy, 'web/src/i18n/eo')
  mkdirSync(added)
  for (const file of readdirSync(english)) {
    const messages = JSON.parse(readFileSync(join(english, file), 'utf8'))
    writeFileSync(join(added, file), JSON.stringify(translated(messages)))
  }
}

/** The texts of the panels, and of the engine's errors beside them. */
function addPanelWords(copy) {
  const panels = JSON.parse(readFileSync(join(copy, 'sync-panels/src/words/texts/en.json'), 'utf8'))
  writeFileSync(
    join(copy, 'sync-panels/src/words/texts/eo.json'),
    JSON.stringify(translated(panels)),
  )
  cpSync(join(copy, 'sync/src/words/en.ts'), join(copy, 'sync/src/words/eo.ts'))
  edit(copy, 'web/src/i18n/panel-words.ts', (text) =>
    text.replace(/^ {2}en: .*$/m, (line) => `${line}\n${line.replaceAll(/\ben\b/g, 'eo')}`),
  )
}

function addGuides(copy) {
  const folder = join(copy, 'web/guides')
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    cpSync(join(folder, entry.name, 'en.md'), join(folder, entry.name, 'eo.md'))
  }
}

const translated = (value) =>
  typeof value === 'string'
    ? `(eo) ${value}`
    : Object.fromEntries(Object.entries(value).map(([key, child]) => [key, translated(child)]))
