import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Database } from './database.ts'
import { Deadlines } from './deadline.ts'
import { type Hosts, openHosts } from './hosts.ts'
import { listeners } from './listeners.ts'
import { keepListening } from './notifications.ts'
import { pooledDatabase } from './pooled-database.ts'
import { checkPooler, type Preparing } from './pooler.ts'
import {
  type Behind,
  CONNECT_LIMIT_MS,
  IDLE_IN_TRANSACTION_LIMIT_MS,
  openPool,
} from './postgres-pool.ts'
import { openReplica } from './replica.ts'
import { addressOf, isPooled, refuseUnsuitable } from './unsuitable-server.ts'

const PING_LIMIT_MS = 3_000
/** Time for the answer to arrive after the server's own time limit. */
const MARGIN_MS = 2_000
const IDLE_LIMIT_MS = 10_000

export type PostgresAddresses = {
  /** May lead to a pooler, if there is a direct address. */
  url: string
  /** For migrations and notifications, which no pooler passes on; null: the same address. */
  directUrl?: string | null
  /** Of use behind a pooler only. */
  preparing?: Preparing
  /** The maximum number of connections for requests. */
  mostConnections?: number
  /** A standby for reads of the data API; null: none. */
  replicaUrl?: string | null
}

export type PostgresOptions = PostgresAddresses & {
  app: string
  clock: Clock
  statementLimitMs: number
  /** Runs before any request is served. The caller closes the second connection. */
  prepare: (client: pg.Client, connectAside: () => Promise<pg.Client>) => Promise<void>
  /** Sets up a connection before it serves requests. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { app, url, directUrl = null, clock, statementLimitMs } = options
  const hosts = openHosts(url)
  const direct = directUrl === null || directUrl === url ? hosts : openHosts(directUrl)
  const behind = await prepareDatabase(options, hosts, direct)
  const pool = openPool(options, hosts, behind)
  const deadlines = new Deadlines()
  const listening = listeners()
  let replaceAll = () => {}
  const notifications = keepListening(
    // What was lost here may have taken other connections with it, which are silent.
    { hosts: direct, app, onReturn: () => replaceAll() },
    listening,
  )

  const database = pooledDatabase({
    kind: 'postgres',
    pool,
    idleLimitMs: IDLE_LIMIT_MS,
    limitNext: (connection, limitMs, slow) =>
      deadlines.hold(connection, slow * limitMs + MARGIN_MS),
    statementLimitMs,
    pingLimitMs: PING_LIMIT_MS,
    clock,
    isPreparingOff: !behind.prepares,
    onLoss: hosts.doubt,
    onMove: (replace) => {
      replaceAll = replace
      hosts.onMove(replace)
    },
    closed: async () => {
      deadlines.close()
      await notifications.close()
    },
  })
  const { replicaUrl = null } = options
  const replica = replicaUrl === null ? null : openReplica(options, replicaUrl, direct)

  return {
    ...database,
    ...(replica && { replica }),
    close: async () => {
      await replica?.close()
      await database.close()
    },
    listen: async (channel, onNotification, onGap) => {
      const stop = listening.add(channel, onNotification, onGap)
      await notifications.listen(channel)
      return stop
    },
  }
}

/** Migrates over the direct address, and finds out what is behind the other one. */
async function prepareDatabase(
  { app, prepare, preparing = 'auto', statementLimitMs }: PostgresOptions,
  hosts: Hosts,
  direct: Hosts,
): Promise<Behind> {
  const client = await connect(direct, app)
  try {
    await refuseUnsuitable(client)
    await prepare(client, () => connect(direct, `${app} watches the migration`))
    const behind = { pooler: false, prepares: preparing !== 'off' }
    if (direct === hosts || !(await leadsToPooler(hosts, app))) return behind

    const prepares = await checkPooler({
      app,
      direct: client,
      connect: () => connect(hosts, app),
      preparing,
      statementLimitMs,
      idleLimitMs: IDLE_IN_TRANSACTION_LIMIT_MS,
    })
    return { pooler: true, prepares }
  } finally {
    await client.end()
  }
}

async function leadsToPooler(hosts: Hosts, app: string): Promise<boolean> {
  const client = await connect(hosts, app)

  try {
    return await isPooled(client)
  } finally {
    await client.end()
  }
}

async function connect(hosts: Hosts, name: string): Promise<pg.Client> {
  const address = await hosts.address().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${messageOf(error)}`, { cause: error })
  })
  const client = new pg.Client({
    connectionString: address,
    application_name: name,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  })
  // A lost connection fails the next query; without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new StartError(
      `The database at ${addressOf(client)} cannot be reached: ${messageOf(error)}`,
      { cause: error },
    )
  })
  return client
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(error) : String(error)
