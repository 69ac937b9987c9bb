import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '#clock/clock.ts'
import type { PlatformCommand } from '#config/platform-command.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import { scheduleDumps } from '#db/dumps.ts'
import type { EmbeddedDatabase } from '#db/embedded.ts'
import { openDatabase } from '#db/open.ts'
import { keepPrivate } from '#db/private-folder.ts'
import { isMigration } from '#db/sql-files.ts'
import { StartError } from '#errors/start-error.ts'
import { functionHost } from '#http/functions/host.ts'
import { loadFunctions } from '#http/functions/load-functions.ts'
import { type StartStatus, startingHandler } from '#http/health/starting.ts'
import type { ServerLog } from '#log/log.ts'
import { openPlatform } from './open-platform.ts'
import { openPorts } from './open-ports.ts'
import { servePlatform } from './serve-platform.ts'
import { startBackground } from './start-background.ts'
import { warmSignIn } from './warm-sign-in.ts'

type Needs = PlatformCommand & { clock: Clock; log: ServerLog }

/** The platform alone: identity, data API, files and functions over given SQL. */
export async function startPlatform({ config, sql, functions, clock, log }: Needs) {
  const { app, dataDir, databaseUrl, postgres, siteUrl, apiUrl } = config
  if (sql !== null) await refuseWithoutMigrations(sql)
  keepPrivate(dataDir)
  const table = functions === null ? {} : await loadFunctions(functions)
  let status: StartStatus = 'starting'
  const ports = await openPorts(config, startingHandler({ status: () => status }))
  const onMigrating = () => {
    status = 'migrating'
  }
  const db = await openDatabase({
    location: databaseUrl
      ? { kind: 'postgres', url: databaseUrl, ...postgres }
      : { kind: 'embedded', dataDir },
    schema: { app: app.name, platformSql: platformSql(), migrations: sql },
    clock,
    migrating: { log, onMigrating },
  }).catch(async (error: unknown) => {
    await ports.close()
    throw error
  })

  try {
    const platform = await openPlatform({
      config,
      secrets: loadSecrets(config),
      db,
      clock,
      log,
      mailBrand: {
        siteName: app.title,
        siteUrl,
        apiUrl,
        supportEmail: config.mail.from.replace(/^.*<|>$/g, ''),
        pages: { signIn: '/', recovery: '/', security: '/', mailSettings: '/' },
      },
    })
    const [background] = await Promise.all([
      startBackground(platform, { kinds: {}, work: {} }),
      warmSignIn(platform.auth),
    ])
    const serving = await servePlatform(
      platform,
      { functions: functionHost(table, undefined, platform.functionHost) },
      ports,
    )
    void background.begin()
    const stopDumps = isEmbedded(db)
      ? scheduleDumps({ app: app.name, database: db, dataDir, clock, log })
      : () => {}

    return {
      url: serving.url,
      isProduction: config.isProduction,
      stopLimitMs: config.stopLimitMs,
      stop: async () => {
        stopDumps()
        await serving.stop()
        await background.stop()
        await db.close()
      },
    }
  } catch (error) {
    await ports.close()
    await db.close()
    throw error
  }
}

/** Files with other names are not applied, so a folder without migrations would give an empty database. */
async function refuseWithoutMigrations(folder: string): Promise<void> {
  if ((await readdir(folder)).some(isMigration)) return

  throw new StartError(`--sql: no file in ${folder} is named like 0001_name.sql.`)
}

const isEmbedded = (db: Database): db is EmbeddedDatabase => 'dump' in db

/** In `dist` the folder is beside the bundle; in the source it is two folders above this file. */
function platformSql(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = ['../sql', '../../sql'].map((path) => join(here, path)).find(existsSync)
  if (!found) throw new Error('The SQL files of the platform are missing')

  return found
}
