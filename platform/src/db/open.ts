import type { ClientBase } from 'pg'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Database } from './database.ts'
import { dumpBeforeMigration } from './dumps.ts'
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  hasEmbedded,
  openEmbedded,
} from './embedded.ts'
import { type MigrateOptions, type Migrator, migrate } from './migrate.ts'
import { pendingFiles, readHistory } from './migration-history.ts'
import { openPostgres, type PostgresAddresses } from './postgres.ts'
import { type Schema, sqlFiles } from './sql-files.ts'

export type DatabaseLocation =
  | ({ kind: 'embedded'; dataDir: string } & Pick<
      EmbeddedOptions,
      'image' | 'extensions' | 'engine'
    >)
  | ({ kind: 'postgres' } & PostgresAddresses)

export type OpenOptions = {
  location: DatabaseLocation
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

/** Opens a database with the schema of this version, and refuses any other. Nothing is created or changed. */
export function openMigrated(options: OpenOptions): Promise<Database | EmbeddedDatabase> {
  const { location, schema } = options
  if (location.kind === 'embedded' && !hasEmbedded(location.dataDir)) {
    throw new StartError(`There is no database in ${location.dataDir} yet: start the server once.`)
  }

  return open(options, ({ client }) => requireThisVersion(client, schema))
}

function open(
  { location, schema, clock, statementLimitMs = STATEMENT_LIMIT_MS }: OpenOptions,
  prepare: (migrator: Migrator) => Promise<void>,
): Promise<Database | EmbeddedDatabase> {
  const { app } = schema
  const shared = { clock, statementLimitMs, app }
  if (location.kind === 'postgres') {
    return openPostgres({
      ...location,
      ...shared,
      prepare: (client, connectAside) => prepare({ client, connectAside, dump: null }),
    })
  }

  const { dataDir, image, extensions = [], engine: other } = location
  return openEmbedded({
    ...shared,
    dataDir,
    image,
    extensions,
    engine: other,
    prepare: (client, engine, onMigrated) =>
      prepare({
        client,
        onMigrated,
        connectAside: null,
        dump: () => dumpBeforeMigration({ app, database: engine, dataDir, clock }),
      }),
  })
}

/** For programs that use a database but never migrate it. */
async function requireThisVersion(client: ClientBase, schema: Schema): Promise<void> {
  const files = await sqlFiles(schema)
  const history = await readHistory(client)
  const known = new Set(files.map(({ name }) => name))
  const newer = [...history.keys()].filter((name) => !known.has(name)).sort()
  const [pending] = pendingFiles(files, history, { withContracts: false })

  if (history.size === 0) {
    throw new StartError(
      'The database is empty: start the server of this version once, it migrates.',
    )
  }
  if (newer.length > 0) {
    throw new StartError(
      `The database is of a newer version, which applied ${newer.at(-1)}: use the commands of that version.`,
    )
  }
  if (pending) {
    throw new StartError(
      `The database is of an older version, without ${pending.name}: start the server of this version once, it migrates.`,
    )
  }
}
