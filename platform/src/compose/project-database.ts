import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import type { Schema } from '#db/sql-files.ts'
import type { ServerLog } from '#log/log.ts'
import type { ProjectSql } from '#project/apply-project.ts'
import { bundledIn } from '#project/extensions.ts'
import { readSeeds } from '#project/seed-files.ts'
import { readMigrations } from '#project/sql-script.ts'
import { platformSql } from './platform-sql.ts'

/** The SQL of a project's folder. */
export async function readProjectSql(
  { file }: ProjectConfig,
  { includesOlder = false } = {},
): Promise<ProjectSql> {
  const migrations = await readMigrations(join(file.folder, 'migrations'))

  return {
    platformSql: platformSql(),
    migrations,
    appliesMigrations: file.appliesMigrations,
    seeds: await readSeeds(file.folder, file.seedPatterns),
    exposesNewTables: file.exposesNewTables,
    includesOlder,
  }
}

/** Those that `project.sql` creates. */
const PREINSTALLED = ['pgcrypto', 'uuid-ossp']

/** Where the project's database is, with the extensions that its engine has to load. */
export function locationOf(
  { config }: ProjectConfig,
  sql: ProjectSql,
  further: readonly string[] = [],
): DatabaseLocation {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { kind: 'postgres', url: databaseUrl }
  const named = [...PREINSTALLED, ...bundledIn([...sql.migrations, ...sql.seeds]), ...further]

  return { kind: 'embedded', dataDir, extensions: keepExtensions(dataDir, named) }
}

export const schemaOf = ({ config }: ProjectConfig): Schema => ({
  app: config.app.name,
  platformSql: platformSql(),
  migrations: null,
})

/** Opens a project's database for a command, which works before anything else does. */
export async function workInProject<Result>(
  project: ProjectConfig,
  sql: ProjectSql,
  log: ServerLog,
  work: (session: FurtherSession) => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined
  const db = await openDatabase({
    location: locationOf(project, sql),
    schema: schemaOf(project),
    clock: machineClock,
    migrating: {
      log,
      further: async (session) => {
        result = work(session)
        await result
      },
    },
  })
  await db.close()
  if (!result) throw new Error('The work of the command was not called')

  return result
}

/** Also those of migrations that are gone: what they created still needs the extension. */
function keepExtensions(dataDir: string, named: readonly string[]): string[] {
  const file = join(dataDir, 'extensions.json')
  const kept: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const all = [...new Set([...kept, ...named])]
  if (all.length > kept.length) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify(all))
  }

  return all
}
