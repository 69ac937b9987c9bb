import { onTestFinished } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { type Database, theServer } from '#db/database.ts'
import type { MigrateOptions } from '#db/migrate.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import { folderWith } from './folder-with.ts'

/** Opens a database with the tests' own migrations and more. */
export async function openWith(
  location: DatabaseLocation,
  files: Record<string, string>,
  migrating: MigrateOptions = {},
): Promise<Database> {
  const options = { location, schema: folderWith(files), clock: machineClock, migrating }
  const db = await openDatabase(options)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= db.close()
    return closed
  }
  onTestFinished(close)

  return { ...db, close }
}

export const ask = async (db: Database, text: string) => (await db.ask(theServer, { text })).rows
