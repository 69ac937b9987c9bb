import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './run.js'

const LEVELS = ['major', 'minor', 'patch']
/** Whoever upgrades has to know of changes in these. */
const WATCHED = ['database', 'platform/sql', 'contract']
const UNRELEASED = '## Unreleased'
const MANIFESTS = ['package.json', 'package-lock.json']
/** It names the image of the release. */
const MANIFEST_OF_CLUSTER = 'docs/deploy/kubernetes.yaml'

/**
 * Whether the checkout in a folder may be released, and as what.
 * @returns {{ version: string, tag: string, since: string | null }}
 */
export function planRelease(folder, level) {
  if (!LEVELS.includes(level)) {
    throw new Refusal(`npm run release -- ${LEVELS.join(' | ')} [--dry-run]`)
  }
  const git = gitIn(folder)
  const changed = git('status', '--porcelain')
  if (changed !== '')
    throw new Refusal(`The checkout has changes that are in no commit:\n${changed}`)
  const version = nextVersion(readJson(folder, 'package.json').version, level)
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') throw new Refusal(`The tag ${tag} exists already.`)
  const since = lastTag(git)
  refuseUntold(folder, git, since)

  return { version, tag, since }
}

/** Semantic versions; the first release of this kind is 0.2.0. */
function nextVersion(current, level) {
  const numbers = current.split('.').map(Number)
  const at = LEVELS.indexOf(level)

  return numbers.map((number, i) => (i < at ? number : i === at ? number + 1 : 0)).join('.')
}

function lastTag(git) {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')

  return tags.split('\n')[0] || null
}

/** Changes that an upgrade meets need a line in the changelog, written since the last release. */
function refuseUntold(folder, git, since) {
  const told = linesOf(unreleasedIn(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')))
  const before = new Set(since === null ? [] : linesOf(git('show', `${since}:CHANGELOG.md`)))
  if (told.some((line) => !before.has(line))) return

  const silent = WATCHED.filter((path) => hasChanged(git, since, path))
  if (haveVariablesChanged(folder, git, since)) silent.push("README's variables")
  if (silent.length > 0) {
    throw new Refusal(
      `CHANGELOG.md says nothing under "${UNRELEASED.slice(3)}", and these have changed: ${silent.join(', ')}.`,
    )
  }
}

const hasChanged = (git, since, path) =>
  since === null
    ? git('ls-files', path) !== ''
    : git('diff', '--name-only', since, 'HEAD', '--', path) !== ''

function haveVariablesChanged(folder, git, since) {
  const now = variableRows(readFileSync(join(folder, 'README.md'), 'utf8'))
  const then = since === null ? '' : variableRows(git('show', `${since}:README.md`))

  return now !== then
}

const variableRows = (readme) => readme.match(/^\| `[A-Z_]{3,}.*$/gm)?.join('\n') ?? ''

const unreleasedIn = (changelog) => changelog.split(`\n${UNRELEASED}\n`)[1]?.split(/^## /m)[0] ?? ''

const linesOf = (text) => text.split('\n').filter((line) => line.startsWith('- '))

/** Writes the version wherever it stands, and gives what was unreleased its heading. */
export function writeVersion(folder, version, date) {
  for (const name of MANIFESTS) {
    const manifest = readJson(folder, name)
    manifest.version = version
    if (manifest.packages) manifest.packages[''].version = version
    writeFileSync(join(folder, name), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  replaceIn(folder, MANIFEST_OF_CLUSTER, /image: gitferry:\S+/, `image: gitferry:${version}`)
  const day = date.toISOString().slice(0, 10)
  replaceIn(folder, 'CHANGELOG.md', UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`)

  return [...MANIFESTS, MANIFEST_OF_CLUSTER, 'CHANGELOG.md']
}

function replaceIn(folder, name, what, by) {
  const file = join(folder, name)
  const before = readFileSync(file, 'utf8')
  const after = before.replace(what, by)
  if (after === before) throw new Refusal(`${name} has no place for the version.`)

  writeFileSync(file, after)
}

export const gitIn =
  (cwd) =>
  (...args) =>
    execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()

const readJson = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
