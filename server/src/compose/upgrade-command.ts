import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { machineClock } from '@app/platform/clock/clock.ts'
import { existingImage } from '@app/platform/db/image.ts'
import { upgradeFolder } from '@app/platform/db/upgrade-folder.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { readConfig } from '#config/read-config.ts'
import { folders, schema } from './folders.ts'

const PACKAGE = '@electric-sql/pglite'

/** Releases of PGlite by the major version of the PostgreSQL inside. */
const RELEASES: Record<string, string> = { 17: '0.4' }

export const upgradeCommand = {
  'upgrade-folder': {
    use: 'upgrade-folder [pglite]    carries an embedded database of an older PostgreSQL over (stop the product first)',
    run: ([folder]: string[]) => upgrade(folder),
  },
}

async function upgrade(folder: string | undefined): Promise<string> {
  const { dataDir, databaseUrl } = readConfig()
  if (databaseUrl !== null)
    throw new StartError(
      'This is for the embedded database, and DATABASE_URL names a server: use pg_upgrade there.',
    )
  const scratch = await mkdtemp(join(tmpdir(), 'pglite-'))

  try {
    const { from, to, rows, tables, kept } = await upgradeFolder({
      dataDir,
      schema,
      clock: machineClock,
      image: () => existingImage(schema, folders.image),
      engineOf: async (major) => moduleIn(folder ? resolve(folder) : await install(major, scratch)),
    })
    return `PostgreSQL ${from} → ${to}: ${rows} rows of ${tables} tables are there. Kept: ${kept}.`
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function install(major: string, target: string): Promise<string> {
  const release = RELEASES[major]
  if (!release)
    throw new StartError(`No PGlite is known here that opens folders of PostgreSQL ${major}.`)
  await npmInstall(target, `${PACKAGE}@${release}`)

  return join(target, 'node_modules', PACKAGE)
}

/** The address of the module that a package's folder exports. */
function moduleIn(folder: string): string {
  if (!existsSync(join(folder, 'package.json')))
    throw new StartError(`There is no package in ${folder}.`)

  const { exports, module } = createRequire(join(folder, 'package.json'))('./package.json')
  return pathToFileURL(join(folder, exports?.['.']?.import?.default ?? module)).href
}

async function npmInstall(folder: string, what: string): Promise<void> {
  const options = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', what]
  const child = spawn('npm', options, { stdio: 'ignore' })
  const code = await once(child, 'exit').then(
    ([exit]) => exit,
    () => null,
  )
  if (code === 0) return

  throw new StartError(
    `${what} could not be installed by npm. Install it elsewhere, and name the folder of the package: upgrade-folder <folder>.`,
  )
}
