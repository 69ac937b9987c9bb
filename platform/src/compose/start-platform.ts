import { readdir } from 'node:fs/promises'
import type { Hono } from 'hono'
import type { Clock } from '#clock/clock.ts'
import type { PlatformCommand } from '#config/platform-command.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import { scheduleDumps } from '#db/dumps.ts'
import type { EmbeddedDatabase } from '#db/embedded.ts'
import type { MigrateOptions } from '#db/migrate.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import { keepPrivate } from '#db/private-folder.ts'
import { isMigration, type Schema } from '#db/sql-files.ts'
import { StartError } from '#errors/start-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { functionHost } from '#http/functions/host.ts'
import { loadFunctions } from '#http/functions/load-functions.ts'
import { type StartStatus, startingHandler } from '#http/health/starting.ts'
import type { ServerLog } from '#log/log.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import type { Smtp } from '#mail/smtp.ts'
import { openPlatform, type Platform } from './open-platform.ts'
import { openPorts, type Ports } from './open-ports.ts'
import { platformSql } from './platform-sql.ts'
import { servePlatform } from './serve-platform.ts'
import { startBackground } from './start-background.ts'
import { warmSignIn } from './warm-sign-in.ts'

type Needs = PlatformCommand & { clock: Clock; log: ServerLog }

/** The platform alone: identity, data API, files and functions over given SQL. */
export async function startPlatform({ config, sql, functions, clock, log }: Needs) {
  const { app, dataDir, databaseUrl, postgres } = config
  if (sql !== null) await refuseWithoutMigrations(sql)
  const table = functions === null ? {} : await loadFunctions(functions)

  return startServer({
    config,
    clock,
    log,
    location: databaseUrl
      ? { kind: 'postgres', url: databaseUrl, ...postgres }
      : { kind: 'embedded', dataDir },
    schema: { app: app.name, platformSql: platformSql(), migrations: sql },
    functions: (platform) => functionHost(table, undefined, platform.functionHost),
  })
}

export type ServerNeeds = {
  config: PlatformConfig
  clock: Clock
  log: ServerLog
  location: DatabaseLocation
  schema: Schema
  /** Applies SQL besides that of the schema. */
  further?: MigrateOptions['further']
  /** Takes the mails in place of the configured server. */
  smtp?: Smtp | null
  functions(platform: Platform): Hono<RequestContext>
  /** Called before the first request is served. */
  opened?: (platform: Platform) => Promise<void>
}

/** Opens a database, and serves it with identity, data API, files and functions. */
export async function startServer(needs: ServerNeeds) {
  const { config, clock, log, location, schema, further } = needs
  keepPrivate(config.dataDir)
  let status: StartStatus = 'starting'
  const ports = await openPorts(config, startingHandler({ status: () => status }))
  const onMigrating = () => {
    status = 'migrating'
  }
  const migrating = { log, onMigrating, ...(further && { further }) }
  const db = await openDatabase({ location, schema, clock, migrating }).catch(
    async (error: unknown) => {
      await ports.close()
      throw error
    },
  )

  try {
    return await serveDatabase(needs, db, ports)
  } catch (error) {
    await ports.close()
    await db.close()
    throw error
  }
}

async function serveDatabase(needs: ServerNeeds, db: Database, ports: Ports) {
  const { config, clock, log, smtp = null, functions, opened } = needs
  const { app, dataDir } = config
  const platform = await openPlatform({
    config,
    secrets: loadSecrets(config),
    db,
    clock,
    log,
    mailBrand: brandOf(config),
  })
  await opened?.(platform)
  const [background] = await Promise.all([
    startBackground(platform, { kinds: {}, work: {} }, smtp),
    warmSignIn(platform.auth),
  ])
  const serving = await servePlatform(platform, { functions: functions(platform) }, ports)
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
}

const brandOf = ({ app, siteUrl, apiUrl, mail }: PlatformConfig): MailBrand => ({
  siteName: app.title,
  siteUrl,
  apiUrl,
  supportEmail: mail.from.replace(/^.*<|>$/g, ''),
  pages: { signIn: '/', recovery: '/', security: '/', mailSettings: '/' },
})

/** Files with other names are not applied, so a folder without migrations would give an empty database. */
async function refuseWithoutMigrations(folder: string): Promise<void> {
  if ((await readdir(folder)).some(isMigration)) return

  throw new StartError(`--sql: no file in ${folder} is named like 0001_name.sql.`)
}

const isEmbedded = (db: Database): db is EmbeddedDatabase => 'dump' in db
