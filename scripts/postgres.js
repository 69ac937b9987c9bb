import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { apt, canUseApt } from './apt.js'
import { say } from './run.js'

const DEBIAN = '/usr/lib/postgresql'

/** The folder with initdb and postgres; null if none is available. */
export async function findPostgres() {
  const found = installed()
  if (found || !canUseApt()) return found

  say('No PostgreSQL found: installing it …')
  await apt('postgresql')
  return installed()
}

function installed() {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : []
  const folders = [
    process.env.POSTGRES_BIN,
    ...debian.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]

  return folders.find((folder) => folder && existsSync(join(folder, 'initdb'))) ?? null
}
