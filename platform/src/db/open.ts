import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Database } from './database.ts'
import { requireThisVersion } from './database-version.ts'
import { dumpBeforeMigration } from './dumps.ts'
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  hasEmbedded,
  openEmbedded,
} from './embedded.ts'
import { type MigrateOptions, type Migrator, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './sql-files.ts'

export type DatabasePlace =
  | { kind: 'embedded'; dataDir: string; image?: EmbeddedOptions['image'] }
  | { kind: 'postgres'; url: string }

export type OpenOptions = {
  place: DatabasePlace
  schema: Schema
  clock: Clock
  statementLimitMs?: number
  migrating?: MigrateOptions
}

const STATEMENT_LIMIT_MS = 10_000

/** Opens the database and brings its schema up to date. */
export function openDatabase(options: OpenOptions): Promise<Database | EmbeddedDatabase> {
  const { schema, migrating } = options

  return open(options, async (migrator) => void (await migrate(migrator, schema, migrating)))
}

/** Opens a database that has the schema of this version, and refuses any other. Nothing is created or changed. */
export function openMigrated(options: OpenOptions): Promise<Database | EmbeddedDatabase> {
  const { place, schema } = options
  if (place.kind === 'embedded' && !hasEmbedded(place.dataDir)) {
    throw new StartError(`There is no database in ${place.dataDir} yet: start the server once.`)
  }

  return open(options, ({ client }) => requireThisVersion(client, schema))
}

function open(
  { place, schema, clock, statementLimitMs = STATEMENT_LIMIT_MS }: OpenOptions,
  prepare: (migrator: Migrator) => Promise<void>,
): Promise<Database | EmbeddedDatabase> {
  const { app } = schema
  const shared = { clock, statementLimitMs, app }
  if (place.kind === 'postgres') {
    return openPostgres({
      ...shared,
      url: place.url,
      prepare: (client, connectAside) => prepare({ client, connectAside, dump: null }),
    })
  }

  const { dataDir, image } = place
  return openEmbedded({
    ...shared,
    dataDir,
    image,
    prepare: (client, engine) =>
      prepare({
        client,
        connectAside: null,
        dump: () => dumpBeforeMigration({ app, database: engine, dataDir, clock }),
      }),
  })
}
