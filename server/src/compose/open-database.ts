import { type Clock, machineClock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { existingImage } from '@app/platform/db/image.ts'
import type { MigrateOptions } from '@app/platform/db/migrate.ts'
import { type OpenOptions, openDatabase, openMigrated } from '@app/platform/db/open.ts'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/read-config.ts'
import { folders, schema } from './folders.ts'

type Place = Pick<Config, 'databaseUrl' | 'postgres' | 'dataDir'>

/** Opens and migrates the configured PostgreSQL server, else the embedded database in the data folder. */
export const openConfiguredDatabase = (config: Place, clock: Clock, migrating: MigrateOptions) =>
  openDatabase({ ...placeOf(config), clock, migrating })

/** The same for commands, which never migrate: a database of another version is refused. */
export const openForCommand = (config: Place, clock: Clock) =>
  openMigrated({ ...placeOf(config), clock })

/** Runs a command's work over the configured database. */
export async function withDatabase(work: (db: Database) => Promise<string>): Promise<string> {
  const db = await openForCommand(readConfig(), machineClock)

  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const placeOf = ({
  databaseUrl,
  postgres,
  dataDir,
}: Place): Pick<OpenOptions, 'location' | 'schema'> => ({
  location: databaseUrl
    ? { kind: 'postgres', url: databaseUrl, ...postgres }
    : { kind: 'embedded', dataDir, image: () => existingImage(schema, folders.image) },
  schema,
})
