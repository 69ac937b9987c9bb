import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Clock, machineClock } from '#clock/clock.ts'
import { openPlatform } from '#compose/open-platform.ts'
import { servePlatform } from '#compose/serve-platform.ts'
import { startBackground } from '#compose/start-background.ts'
import { type Environment, readEnvironment } from '#config/environment.ts'
import { type PlatformConfig, readPlatformConfig } from '#config/platform-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import { functionHost } from '#http/functions/host.ts'
import { argon2id, type HashingScheme } from '#identity/passwords/hasher.ts'
import { openLog } from '#log/log.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import { freePort } from '#test/databases/free-port.ts'
import type { AtEnd } from '#test/fresh-database.ts'
import { recycledDatabase } from '#test/recycled-database.ts'
import { testFunctions } from '#test/test-functions.ts'

export type TestServerOptions = {
  env?: Environment
  clock?: Clock
  db?: Database
  atEnd?: AtEnd
  hashing?: HashingScheme
}

/** The usual cost takes longer than the rest of most tests. */
export const quickHashing = argon2id({ memoryCost: 64, timeCost: 1 })

type Options = TestServerOptions & {
  /** For limits that no variable sets. */
  adjust?: (config: PlatformConfig) => PlatformConfig
}

/** The platform on a free port, over a database of the test; log lines are collected. */
export async function startTestServer(options: Options = {}) {
  const { platform: _, ...server } = await startTestPlatform(options)

  return server
}

/** The same with what the server is made of. */
export async function startTestPlatform({
  env = {},
  clock = machineClock,
  db: given,
  atEnd = onTestFinished,
  hashing = quickHashing,
  adjust = (config) => config,
}: Options = {}) {
  const db = given ?? (await recycledDatabase())
  const reader = readEnvironment({ ...(await testEnvironment(atEnd)), ...env })
  const config = adjust(readPlatformConfig(reader, { name: 'test', title: 'Example' }))
  reader.refuseProblems()
  const { log, logged } = keptLog(config.logLevel)
  const platform = await openPlatform({
    config,
    secrets: loadSecrets(config),
    db,
    clock,
    log,
    mailBrand: testMailHead(config),
    hashing,
  })
  const background = await startBackground(platform, { kinds: {}, work: {} })
  const functions = functionHost(testFunctions, { db }, platform.functionHost)
  const serving = await servePlatform(platform, { functions })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= serving.stop().then(() => background.stop())
    return stopped
  }
  atEnd(async () => {
    closeIdleConnections()
    await stop()
    refuseSecrets(logged)
  })
  // Jobs that are sent are done at once; those that repeat are planned by the first `settle`.
  return { url: serving.url, settle: () => background.drain(), stop, db, config, logged, platform }
}

export const testMailHead = ({ app, siteUrl, apiUrl }: PlatformConfig): MailBrand => ({
  siteName: app.title,
  siteUrl,
  apiUrl,
  supportEmail: 'help@example.test',
  pages: { signIn: '/login', recovery: '/recover', security: '/security', mailSettings: '/mails' },
})

/** Fixed, so that a second server over the same database opens what the first one sealed. */
export const ENCRYPTION_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * A free port, everything logged, and a folder for the generated secrets. The site has the address that tests ask, not the name that people
 * open, whose resolution costs each request time.
 */
export async function testEnvironment(atEnd: AtEnd): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-secrets-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))

  const port = await freePort()

  return {
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'debug',
    DATA_DIR: folder,
    APP_ENCRYPTION_KEYS: ENCRYPTION_KEYS,
  }
}

export function keptLog(level: string) {
  const logged: string[] = []

  return { logged, log: openLog({ level, destination: { write: (line) => logged.push(line) } }) }
}

/** Our tokens and GitHub's, keys and password hashes, whatever their field names. */
const SECRET =
  /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}|gh[opsur]_\w{20,}|sb_secret_\w{8,}|\$argon2|\$2[aby]\$\d\d\$/

/** After every test: no credential may be written to the log. */
export function refuseSecrets(logged: readonly string[]): void {
  const told = logged.find((line) => SECRET.test(line))

  if (told) throw new Error(`A secret was logged: ${told.slice(0, 500)}`)
}

/** Where Node keeps the connections of `fetch`. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = { close(): Promise<void> }

/**
 * Ends the connections that `fetch` keeps for later requests: a server that stops looks at them twice, with a pause
 * between, before it closes them. Running requests go on.
 */
function closeIdleConnections(): void {
  const used: Dispatcher | undefined = Reflect.get(globalThis, DISPATCHER)
  if (!used) return

  Reflect.set(globalThis, DISPATCHER, Reflect.construct(used.constructor, []))
  void used.close()
}
