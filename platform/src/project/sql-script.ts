import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#errors/start-error.ts'
import { type SqlStatement, splitStatements } from './split-statements.ts'

/** A file of a project's SQL. */
export type SqlScript = {
  /** As shown to people, such as `migrations/20260101000000_boats.sql`. */
  path: string
  digest: string
  statements: SqlStatement[]
}

export type Migration = SqlScript & { version: string; name: string }

const MIGRATION = /^([0-9]+)_(.*)\.sql$/
const MOST_BYTES = 256 * 1024 * 1024

export const isMigrationName = (file: string): boolean => MIGRATION.test(file)

/** The migrations of a project in the order of their versions, which count as texts. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder).catch(none)).filter(isMigrationName)
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)))
  const sorted = migrations.sort((one, other) => (one.version < other.version ? -1 : 1))
  for (const [at, { version, path }] of sorted.entries()) {
    const next = sorted[at + 1]
    if (next?.version === version) {
      throw new StartError(`${path} and ${next.path} have the same version: rename one of them.`)
    }
  }

  return sorted
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, version = '', name = ''] = MIGRATION.exec(file) ?? []

  return { ...(await readScript(join(folder, file), `migrations/${file}`)), version, name }
}

export async function readScript(file: string, path: string): Promise<SqlScript> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read: ${reasonOf(error)}.`)
  })
  if (bytes.length > MOST_BYTES) throw new StartError(`${path} is larger than 256 MiB.`)

  return {
    path,
    digest: createHash('sha256').update(bytes).digest('hex'),
    // Some editors begin a file with a byte order mark.
    statements: splitStatements(bytes.toString('utf8').replace(/^\uFEFF/, '')),
  }
}

/** A project without migrations has no such folder. */
function none(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
