import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { plainTar } from './plain-tar.js'
import { root } from './root.js'
import { Refusal, run } from './run.js'

const BUILT = ['server/dist', 'web/dist', 'platform/dist']
const SQL = ['platform/sql', 'database/migrations', 'database/seed']
const DOCUMENTS = ['CHANGELOG.md', 'SECURITY.md', 'docs/operations.md', 'docs/deploy']
/** What the programs load at run time: wasm and native code, which no bundle can hold. */
const PACKAGES = ['@electric-sql/pglite', '@node-rs/argon2', '@node-rs/bcrypt']
/** Of those packages: for type checkers, for `require` and for debuggers. */
const NOT_LOADED = /\.(d\.ts|d\.cts|cjs|map)$/
/** Beside the program: as a package it would bring a second PGlite to whoever installs a release. */
const PG_DUMP = { from: 'node_modules/@electric-sql/pglite-tools', to: 'platform/dist/pg-dump' }
const FILES_OF_PG_DUMP = /(^|\/)(pg_dump\.js|chunk-[^/]*\.js|pg_dump\.wasm|LICENSE)$/
const PROGRAM = 'bin/gitferry'
/** What must not reach whoever installs a release. */
const FOREIGN =
  /\.test\.|(^|\/)(test|tests|standins|e2e|faults|secrets\.json|\.env[^/]*|\.git|\.cache|\.data)(\/|$)|\.pem$/

/**
 * Assembles a release from what is built, in an empty folder. It needs nothing else to run but Node. `commit` says its revision and time.
 */
export async function assembleRelease(folder, commit) {
  rmSync(folder, { recursive: true, force: true })
  for (const path of [...BUILT, ...SQL]) copy(path, folder, { filter: isForReaders })
  for (const path of DOCUMENTS) copy(path, folder, { filter: isNoTest })
  for (const name of packagesToRun()) {
    copy(`node_modules/${name}`, folder, { filter: (file) => !NOT_LOADED.test(file) })
  }
  copyPgDump(folder)
  mkdirSync(join(folder, 'bin'))
  cpSync(join(root, 'scripts/release-program.js'), join(folder, PROGRAM))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(commit), null, 2)}\n`)
  await makeDatabaseImage(join(folder, 'database/image'), commit)
  refuseForeign(folder)
  makePlain(folder, commit)
}

/** One digest over names, modes and bytes of all files. */
export function digestOfFolder(folder) {
  const hash = createHash('sha256')
  for (const file of filesIn(folder)) {
    const mode = (statSync(join(folder, file)).mode & 0o777).toString(8)
    hash.update(`${mode} ${file}\0`).update(digestOfFile(join(folder, file)))
  }
  return hash.digest('hex')
}

/** Files that two folders do not have alike. */
export function differences(one, other) {
  const names = new Set([...filesIn(one), ...filesIn(other)])

  return [...names].filter(
    (name) =>
      ![one, other].every((folder) => existsSync(join(folder, name))) ||
      !digestOfFile(join(one, name)).equals(digestOfFile(join(other, name))),
  )
}

export const sizeOf = (folder) =>
  filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)

/** Relative to the folder, with slashes, sorted. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

const digestOfFile = (file) => createHash('sha256').update(readFileSync(file)).digest()

/** Documents of a folder are for whoever changes it. */
const isForReaders = (file) => !file.endsWith('README.md')

const isNoTest = (file) => !file.includes('.test.')

function copy(path, folder, { filter = () => true } = {}) {
  if (!existsSync(join(root, path))) throw new Refusal(`${path} is missing: it was not built.`)

  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true, filter })
}

function copyPgDump(folder) {
  const from = join(root, PG_DUMP.from)
  const needed = filesIn(from).filter((file) => FILES_OF_PG_DUMP.test(file))
  for (const file of needed) cpSync(join(from, file), join(folder, PG_DUMP.to, basename(file)))
}

/** With what they need themselves, as far as it is installed for this machine. */
function packagesToRun(names = PACKAGES) {
  return names.flatMap((name) => {
    const { dependencies, optionalDependencies } = packageOf(name)
    const needed = Object.keys({ ...dependencies, ...optionalDependencies })

    return [name, ...packagesToRun(needed.filter(isInstalled))]
  })
}

const isInstalled = (name) => existsSync(join(root, 'node_modules', name))

const packageOf = (name) => readJson(`node_modules/${name}/package.json`)

function manifest({ revision, builtAt }) {
  const { name, version, type, description, engines } = readJson('package.json')
  const dependencies = Object.fromEntries(PACKAGES.map((one) => [one, packageOf(one).version]))

  return {
    name,
    version,
    description,
    type,
    bin: { [name]: PROGRAM },
    engines,
    dependencies,
    gitferry: { revision, builtAt: builtAt.toISOString() },
  }
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Its engine writes times and random numbers into it, so both are fixed. */
async function makeDatabaseImage(folder, { builtAt }) {
  const modifiedS = Math.floor(builtAt.getTime() / 1000)
  mkdirSync(folder)
  const clock = ['--import', new URL('fixed-clock.js', import.meta.url).href]
  await run(process.execPath, [...clock, join(root, 'server/dist/make-image.js'), folder], {
    env: { SOURCE_DATE_EPOCH: String(modifiedS), NODE_OPTIONS: '' },
  })
  for (const file of filesIn(folder)) {
    const image = plainTar(readFileSync(join(folder, file)), { modifiedS })
    writeFileSync(join(folder, file), image)
  }
}

export function refuseForeign(folder) {
  const foreign = filesIn(folder).filter((file) => FOREIGN.test(file))
  if (foreign.length > 0) {
    throw new Refusal(`These files do not belong in a release:\n${foreign.join('\n')}`)
  }
}

/** Modes and times of the machine that builds would make every release another one. */
function makePlain(folder, { builtAt }) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const isProgram = relative(folder, path) === PROGRAM
    chmodSync(path, entry.isDirectory() || isProgram ? 0o755 : 0o644)
    utimesSync(path, builtAt, builtAt)
  }
  chmodSync(folder, 0o755)
  utimesSync(folder, builtAt, builtAt)
}
