import type { Sql } from '#db/database.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { StartError } from '#errors/start-error.ts'
import { type ProjectSql, prepareDatabase, sqlOf } from '#project/apply-project.ts'
import {
  appliedMigrations,
  planSeeds,
  recordMigration,
  recordSeed,
} from '#project/project-history.ts'
import { type DumpFile, refuseUnreadable } from './dump-files.ts'
import { AUTHORS_SCHEMAS } from './hosted-schemas.ts'
import { Report, type ReportLine } from './report.ts'
import { runDump } from './run-dump.ts'
import type { SealFactor } from './take-in-accounts.ts'

type Import = {
  project: ProjectSql
  /** Called only if there is no import to continue. */
  files: () => Promise<DumpFile[]>
  seal: SealFactor
}

/**
 * Runs a dump in one transaction, in a database that has nothing of a project yet. What was imported before is not imported again: the
 * answer is then the report of that time.
 */
export async function importSql(
  session: FurtherSession,
  { project, files, seal }: Import,
): Promise<Report> {
  const { client } = session
  const sql = sqlOf(client)
  await prepareDatabase(session, project)
  await sql.query(
    `create table if not exists supabase_migrations.imports (
       imported_at timestamptz not null default now(), report jsonb not null)`,
  )
  const before = await sql.query<{ report: ReportLine[] }>(
    'select report from supabase_migrations.imports',
  )
  if (before.rows[0]) return new Report(before.rows[0].report)

  await refuseFilled(sql)
  const given = await files()
  for (const file of given) await refuseUnreadable(file)
  const report = new Report()
  await client.query('begin')
  try {
    await runDump({ session, report, seal }, given)
    await session.restore()
    await recordFiles(sql, project, report)
    await sql.query('insert into supabase_migrations.imports (report) values ($1)', [
      JSON.stringify(report.lines()),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query('reset all').catch(() => {})
    await session.restore().catch(() => {})
  }
  return report
}

async function refuseFilled(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ what: string }>(
    `select format('the table %I.%I', nspname, relname) as what
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and ${AUTHORS_SCHEMAS}
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     union all
     (select 'accounts' from auth.users limit 1)
     limit 1`,
  )
  if (!rows[0]) return

  throw new StartError(
    `The database has ${rows[0].what} already, and an import needs an empty one. Nothing was changed. Remove supabase/.temp, or name another database with --db-uri.`,
  )
}

/** The dump has what the project's own files would create, so that they do not run. */
async function recordFiles(sql: Sql, project: ProjectSql, report: Report): Promise<void> {
  const { migrations, seeds } = project
  if ((await appliedMigrations(sql)).length === 0) {
    for (const migration of migrations) await recordMigration(sql, migration)
    report.add('changed', 'migrations of the folder', {
      count: migrations.length,
      because: 'they count as applied',
    })
  }
  await planSeeds(
    sql,
    seeds.map(({ path }) => path),
  )
  for (const { path, digest } of seeds) await recordSeed(sql, path, digest)
}
