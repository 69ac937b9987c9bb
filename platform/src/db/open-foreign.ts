import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { LOCK_FOLDER } from './folder-lock.ts'
import { openPostgres } from './postgres.ts'

const EMBEDDED = 'pglite:'

type Options = { uri: string; clock: Clock; statementLimitMs: number }

/**
 * A database that we do not own: nothing is migrated, and the login role switches roles. `pglite:<folder>` is a PGlite folder, or one of
 * our own data folders.
 */
export async function openForeign({ uri, clock, statementLimitMs }: Options): Promise<Database> {
  const shared = { app: 'rest', clock, statementLimitMs, prepare: nothing, onConnect: nothing }
  if (!uri.startsWith(EMBEDDED)) return openPostgres({ ...shared, url: uri })

  const place = resolve(uri.slice(EMBEDDED.length))
  const folder = [place, join(place, 'postgres')].find((one) => existsSync(join(one, 'PG_VERSION')))
  if (!folder) throw new StartError(`There is no PGlite database in ${place}.`)
  return openEmbedded({ ...shared, dataDir: lockPlace(folder), folder })
}

const nothing = async () => {}

/** The folder that our own server would lock for the same database. */
function lockPlace(folder: string): string {
  const parent = dirname(folder)

  return existsSync(join(parent, LOCK_FOLDER)) || folder.endsWith('/postgres') ? parent : folder
}
