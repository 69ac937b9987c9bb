import { join } from 'node:path'
import { type Database, theServer } from '#db/database.ts'
import type { DumpFile } from './dump-files.ts'
import { runPgDump } from './pg-dump.ts'

/** Extensions of the source, which the embedded engine has to load. */
export async function extensionsOf(source: Database): Promise<string[]> {
  const { rows } = await source.ask<{ name: string }>(theServer, {
    text: `select extname as name from pg_extension where extname <> 'plpgsql'`,
  })

  return rows.map(({ name }) => name)
}

/** Dumps a hosted project as one file, of one moment. Schemas that this login may not read are left out. */
export async function dumpHosted(
  source: Database,
  address: string,
  folder: string,
): Promise<DumpFile[]> {
  const { rows } = await source.ask<{ name: string }>(theServer, {
    text: `select nspname as name from pg_namespace
            where nspname !~ '^pg_' and nspname <> 'information_schema'
              and exists (select from pg_class where relnamespace = pg_namespace.oid
                             and relkind in ('r', 'p', 'S') and not has_table_privilege(pg_class.oid, 'select'))`,
  })
  const file = join(folder, 'dump.sql')
  await runPgDump(address, {
    file,
    options: ['--no-subscriptions', ...rows.map(({ name }) => `--exclude-schema="${name}"`)],
  })

  return [{ file, path: 'dump.sql' }]
}
