import type { Sql } from '#db/database.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { runText } from '#db/migration-steps.ts'
import { readRepeated } from '#db/sql-files.ts'
import { StartError } from '#errors/start-error.ts'
import type { Log } from '#log/log.ts'
import { extensionsIn, refuseUnavailable } from './extensions.ts'
import { pendingMigrations } from './pending-migrations.ts'
import {
  appliedMigrations,
  createProjectHistory,
  hasProjectHistory,
  plannedSeeds,
  planSeeds,
  recordMigration,
  recordSeed,
} from './project-history.ts'
import { runStatements } from './run-statements.ts'
import type { Migration, SqlScript } from './sql-script.ts'

export type ProjectSql = {
  /** The folder of `project.sql`. */
  platformSql: string
  migrations: readonly Migration[]
  /** Whether they run; a project may leave its schema to another program. */
  appliesMigrations: boolean
  seeds: readonly SqlScript[]
  /** Whether the API roles get all rights on tables that migrations create. */
  exposesNewTables: boolean
  /** Whether migrations may run that are older than the last applied one. */
  includesOlder: boolean
}

/** What was done, by the paths of files. */
export type AppliedProject = { migrations: string[]; seeds: string[] }

/** Applies a project's pending migrations, each in a transaction of its own, and its seeds to a database that had none. */
export async function applyProject(
  session: FurtherSession,
  project: ProjectSql,
  log: Log,
): Promise<AppliedProject> {
  const { client } = session
  const sql = sqlOf(client)
  await prepareDatabase(session, project)
  const applied = await appliedMigrations(sql)
  const pending = project.appliesMigrations ? pendingMigrations(project, applied) : []
  await refuseMissingExtensions(sql, [...pending, ...project.seeds])
  if (applied.length === 0)
    await planSeeds(
      sql,
      project.seeds.map(({ path }) => path),
    )

  try {
    for (const migration of pending) {
      await runStatements(session, migration, () => recordMigration(sql, migration))
      log.info({ file: migration.path }, 'project migration applied')
    }
    const seeds = await runSeeds(session, project.seeds)
    await client.query(`notify pgrst, 'reload schema'`)

    return { migrations: pending.map(({ path }) => path), seeds }
  } finally {
    await client.query('reset all').catch(() => {})
    await session.restore().catch(() => {})
  }
}

/** The names that SQL of a hosted project refers to, the history of its migrations, and the rights of the API roles. */
export async function prepareDatabase(
  session: FurtherSession,
  project: Pick<ProjectSql, 'platformSql' | 'exposesNewTables'>,
): Promise<void> {
  const { client, asConfigured } = session
  const sql = sqlOf(client)
  const names = await readRepeated(project.platformSql, 'project')
  await asConfigured(() => runText(client, names))
  if (!(await hasProjectHistory(sql))) await createProjectHistory(sql)
  await exposeNewTables(session, project.exposesNewTables).catch((error: unknown) => {
    throw new StartError('The API roles cannot be given their rights on schema public.', {
      cause: error,
    })
  })
}

const API_ROLES = 'anon, authenticated, service_role'
const SETTING = 'project_exposes_new_tables'

/** Without exposure, a migration grants what the API may reach. What it says of new tables itself stays. */
async function exposeNewTables(
  { client, asConfigured }: FurtherSession,
  exposes: boolean,
): Promise<void> {
  const sql = sqlOf(client)
  await sql.query(`grant usage on schema public, extensions to ${API_ROLES}`)
  const { rows } = await sql.query('select from ops.app_settings where key = $1', [SETTING])
  if (!exposes && rows.length === 0) return

  const change = async () => void (await sql.query(defaultPrivileges(exposes)))
  await change()
  // Also for tables that others create at the configured address.
  await asConfigured(change)
  await sql.query(
    exposes
      ? `insert into ops.app_settings (key, value) values ($1, 'true') on conflict do nothing`
      : 'delete from ops.app_settings where key = $1',
    [SETTING],
  )
}

const defaultPrivileges = (exposes: boolean) =>
  ['tables', 'sequences', 'functions']
    .map((kind) =>
      exposes
        ? `alter default privileges in schema public grant all on ${kind} to ${API_ROLES};`
        : `alter default privileges in schema public revoke all on ${kind} from ${API_ROLES};`,
    )
    .join('\n')

async function refuseMissingExtensions(sql: Sql, scripts: readonly SqlScript[]): Promise<void> {
  const named = extensionsIn(scripts)
  if (named.length === 0) return

  const { rows } = await sql.query<{ name: string }>('select name from pg_available_extensions')
  refuseUnavailable(
    named,
    rows.map(({ name }) => name),
  )
}

async function runSeeds(session: FurtherSession, seeds: readonly SqlScript[]): Promise<string[]> {
  const sql = sqlOf(session.client)
  const planned = new Set(await plannedSeeds(sql))
  const due = seeds.filter(({ path }) => planned.has(path))
  for (const seed of due) {
    await runStatements(session, seed, () => recordSeed(sql, seed.path, seed.digest))
  }

  return due.map(({ path }) => path)
}

export const sqlOf = (client: FurtherSession['client']): Sql => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) => {
    // Without values, several statements may be sent in one text.
    const { rows, rowCount } = await (values.length > 0
      ? client.query(text, [...values])
      : client.query(text))

    return { rows: rows as Row[], rowCount: rowCount ?? 0 }
  },
  // No server listens to a migration.
  announce: () => {},
})
