import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.js'
import { assembleRelease, differences, digestOfFolder, sizeOf } from './release-folder.js'
import { cache, root } from './root.js'
import { main, Refusal, report, run, say } from './run.js'

/** Where `npm run bundle` leaves the release. */
export const RELEASE = join(root, 'dist/release')
const BUILDS = ['web', 'compression', 'server', 'platform']

/** Builds everything that a release needs, with the best compression, and puts it into one folder. */
export async function bundle() {
  process.env.NODE_ENV = 'production'
  await prepare('bundle', BUILDS)
  report('Assembling the release …')
  await assembleRelease(RELEASE, commitHere())

  return RELEASE
}

/** The commit that is built; changes beside it are told by its name. */
export function commitHere() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const [revision, time] = git('log', '-1', '--format=%H %ct').split(' ')

  return {
    revision: hasChanges() ? `${revision}-changed` : revision,
    builtAt: new Date(Number(time) * 1000),
  }
}

export const hasChanges = () =>
  execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== ''

/** Builds the same commit in another folder and compares. */
async function refuseUnlessReproducible() {
  if (hasChanges()) throw new Refusal('The comparison needs a checkout without changes.')
  const copy = join(cache, 'bundle-check')
  removeCopy(copy)

  report('Building the same commit in another folder …')
  try {
    await run('git', ['worktree', 'add', '--detach', copy, 'HEAD'])
    // As hard links. The links to our own parts are relative, so they lead into the copy.
    await run('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')])
    await run(process.execPath, [join(copy, 'scripts/bundle.js')])
    const other = join(copy, 'dist/release')
    const different = differences(RELEASE, other)
    if (different.length > 0 || digestOfFolder(RELEASE) !== digestOfFolder(other)) {
      throw new Refusal(`Two builds of one commit differ:\n${different.join('\n')}`)
    }
  } finally {
    removeCopy(copy)
  }
  say('Two builds of this commit, in two folders, have the same bytes.')
}

function removeCopy(copy) {
  rmSync(copy, { recursive: true, force: true })
  execFileSync('git', ['worktree', 'prune'], { cwd: root })
  mkdirSync(cache, { recursive: true })
}

if (import.meta.filename === process.argv[1]) {
  await main(async () => {
    const flags = process.argv.slice(2)
    if (flags.some((flag) => flag !== '--check')) throw new Refusal('npm run bundle [-- --check]')

    const folder = await bundle()
    say(`${folder}  ${(sizeOf(folder) / 1e6).toFixed(1)} MB`)
    say(`sha256 of names, modes and bytes: ${digestOfFolder(folder)}`)
    if (flags.includes('--check')) await refuseUnlessReproducible()
  })
}
