import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Database } from './database.ts'
import { Deadlines, withDeadline } from './deadline.ts'
import { listeners } from './listeners.ts'
import { keepListening } from './notifications.ts'
import { pooledDatabase } from './pooled-database.ts'
import { PostgresSocket } from './postgres-socket.ts'
import { serveAsLoginRole } from './roles.ts'
import { addressOf, refuseUnsuitable } from './unsuitable-server.ts'

const MOST_CONNECTIONS = 10
const ACQUIRE_LIMIT_MS = 5_000
const PING_LIMIT_MS = 3_000
/** Time for the answer to arrive after the server's own time limit. */
const MARGIN_MS = 2_000
const IDLE_LIMIT_MS = 10_000
const IDLE_IN_TRANSACTION_LIMIT_MS = 30_000

export type PostgresOptions = {
  app: string
  url: string
  clock: Clock
  statementLimitMs: number
  /** Runs before any request is served. The caller closes the second connection. */
  prepare: (client: pg.Client, connectAside: () => Promise<pg.Client>) => Promise<void>
  /** Sets up a connection before it serves requests. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { app, url, clock, statementLimitMs, prepare } = options
  const { onConnect = serveAsLoginRole(app) } = options

  const connect = async (name: string) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
      keepAlive: true,
    })
    // A lost connection fails the next query; without a listener, the event would end the process.
    client.on('error', () => {})
    await client.connect().catch((error: unknown) => {
      throw unreachable(client, error)
    })
    return client
  }
  const client = await connect(app)
  try {
    await refuseUnsuitable(client)
    await prepare(client, () => connect(`${app} watches the migration`))
  } finally {
    await client.end()
  }

  const pool = new pg.Pool({
    connectionString: url,
    application_name: app,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
    keepAlive: true,
    stream: () => new PostgresSocket(),
    onConnect: (fresh) => withDeadline(fresh, ACQUIRE_LIMIT_MS, () => onConnect(fresh)),
  })
  const deadlines = new Deadlines()
  const listening = listeners()
  const notifications = keepListening({ url, app }, listening)

  const database = pooledDatabase({
    kind: 'postgres',
    pool,
    idleLimitMs: IDLE_LIMIT_MS,
    limitNext: (connection, limitMs, slow) =>
      deadlines.hold(connection, slow * limitMs + MARGIN_MS),
    statementLimitMs,
    pingLimitMs: PING_LIMIT_MS,
    clock,
    closed: async () => {
      deadlines.close()
      await notifications.close()
    },
  })

  return {
    ...database,
    listen: async (channel, onNotification, onGap) => {
      const stop = listening.add(channel, onNotification, onGap)
      await notifications.listen(channel)
      return stop
    },
  }
}

function unreachable(client: pg.Client, error: unknown) {
  const reason = error instanceof Error ? error.message || String(error) : String(error)

  return new StartError(`The database at ${addressOf(client)} cannot be reached: ${reason}`, {
    cause: error,
  })
}
