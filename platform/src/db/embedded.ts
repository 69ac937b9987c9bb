import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Database } from './database.ts'
import { ENGINE_MAJOR, type Engine, majorOf, startEngine } from './embedded-engine.ts'
import { EmbeddedSocket, limitNext } from './embedded-socket.ts'
import { lockFolder } from './folder-lock.ts'
import { listeners } from './listeners.ts'
import { pooledDatabase } from './pooled-database.ts'
import { serveAsLoginRole } from './roles.ts'

const ACQUIRE_LIMIT_MS = 5_000
/** The first statements after a start are much slower than later ones. */
const SET_UP_LIMIT_MS = 30_000

export type EmbeddedOptions = {
  app: string
  dataDir: string
  /** The file of a migrated database to start from, or a function that finds it. Used only if there is no database yet. */
  image?: string | (() => Promise<string | null>) | undefined
  /** Names of bundled extensions that its SQL uses. */
  extensions?: readonly string[]
  clock: Clock
  statementLimitMs: number
  /** Runs as the superuser before any request is served. A folder whose creation was interrupted before `onMigrated` is created anew. */
  prepare: (
    client: pg.Client,
    engine: Pick<Engine, 'dump'>,
    onMigrated: () => void,
  ) => Promise<void>
  /** The engine's folder, if it is not the one inside `dataDir`. */
  folder?: string
  /** The address of another PGlite's module, for a folder of another major version. */
  engine?: string | undefined
  /** Sets up the connection before it serves requests. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
}

export type EmbeddedDatabase = Database & Pick<Engine, 'dump' | 'pgDump'>

/** PostgreSQL inside this process, for machines without a server. One connection, one process. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const unlock = claimFolder(options.dataDir)

  try {
    const engine = await openFolder(options)
    const database = await serve(engine, options, unlock)

    return { ...database, dump: engine.dump, pgDump: engine.pgDump }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Whether the folder contains a completely created database. */
export const hasEmbedded = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, UNFINISHED))

const UNFINISHED = 'postgres.unfinished'

async function openFolder(options: EmbeddedOptions) {
  const { dataDir, prepare, folder = join(dataDir, 'postgres') } = options
  const unfinished = join(dataDir, UNFINISHED)

  // An interrupted first start left nothing useful. A folder that the caller chose is never removed.
  if (existsSync(unfinished) && !options.folder) rmSync(folder, { recursive: true, force: true })
  const isNew = !existsSync(folder)
  if (isNew) writeFileSync(unfinished, '')

  const image = isNew ? await findImage(options.image) : null
  const { extensions = [], engine: other } = options
  if (!isNew && !other) refuseOtherMajor(folder)
  const engine = await startEngine({ folder, image, extensions, engine: other })
  try {
    const client = new pg.Client(connectionTo(engine, null))
    await client.connect()
    await prepare(client, engine, () => rmSync(unfinished, { force: true }))
    await client.end()
  } catch (error) {
    // The next process that opens the folder must be its only writer.
    await engine.close().catch(() => {})
    throw error
  }
  rmSync(unfinished, { force: true })

  return engine
}

/** PGlite itself only says that it failed. */
function refuseOtherMajor(folder: string): void {
  const major = majorOf(folder)
  if (major === null || major === ENGINE_MAJOR) return

  throw new StartError(
    `The database in ${folder} was written by PostgreSQL ${major}, and this version opens those of PostgreSQL ${ENGINE_MAJOR}. `.concat(
      'Nothing was changed. The command upgrade-folder carries it over: see docs/operations.md.',
    ),
  )
}

const findImage = async (image: EmbeddedOptions['image']) =>
  (typeof image === 'function' ? await image() : image) ?? null

async function serve(
  engine: Engine,
  { app, clock, statementLimitMs, onConnect = serveAsLoginRole(app) }: EmbeddedOptions,
  unlock: () => void,
) {
  const listening = listeners()
  const pool = new pg.Pool({
    ...connectionTo(engine, SET_UP_LIMIT_MS),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
    onConnect: async (client) => {
      // Ends a transaction that the previous connection left open in the engine's only session.
      await client.query('rollback')
      await onConnect(client)
      for (const channel of listening.channels())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      client.on('notification', listening.notify)
      listening.notifyGap()
    },
  })

  const database = pooledDatabase({
    kind: 'embedded',
    pool,
    idleLimitMs: null,
    limitNext: ({ client }, limitMs) => limitNext(client, limitMs),
    statementLimitMs,
    pingLimitMs: statementLimitMs,
    clock,
    notifyHere: (channel) => listening.notify({ channel }),
    closed: async () => {
      await engine.close()
      unlock()
    },
  })

  return {
    ...database,
    listen: async (...[channel, onNotification, onGap]: Parameters<Database['listen']>) => {
      const stop = listening.add(channel, onNotification, onGap)
      await database.script(`listen ${pg.escapeIdentifier(channel)}`)
      return stop
    },
  }
}

const connectionTo = (engine: Engine, limitMs: number | null): pg.ClientConfig => ({
  stream: () => new EmbeddedSocket(engine, limitMs),
  user: 'postgres',
  database: 'postgres',
  ssl: false,
})

function claimFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return lockFolder(dataDir)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The data folder ${dataDir} cannot be written: ${error instanceof Error ? error.message : error}. Set DATA_DIR to one that can.`,
    )
  }
}
