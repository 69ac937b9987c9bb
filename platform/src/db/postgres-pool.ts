import pg from 'pg'
import { withDeadline } from './deadline.ts'
import { addressesOf, type Hosts } from './hosts.ts'
import { PostgresSocket } from './postgres-socket.ts'
import { serveAsLoginRole } from './roles.ts'

const MOST_CONNECTIONS = 10
export const CONNECT_LIMIT_MS = 5_000
export const IDLE_IN_TRANSACTION_LIMIT_MS = 30_000

/** What is between the pool and PostgreSQL. */
export type Behind = { pooler: boolean; prepares: boolean }

type PoolOptions = {
  app: string
  url: string
  statementLimitMs: number
  mostConnections?: number
  connectLimitMs?: number
  /** Sets up a connection before it serves requests. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
}

/** A pool to the host that the address leads to. */
export function openPool(options: PoolOptions, hosts: Hosts, behind: Behind): pg.Pool {
  const { app, url, statementLimitMs, mostConnections = MOST_CONNECTIONS } = options
  const { onConnect = behind.pooler ? async () => {} : serveAsLoginRole(app) } = options
  const { connectLimitMs = CONNECT_LIMIT_MS } = options
  // A pooler refuses these parameters; there the role has them.
  const limits = {
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
  }

  return new pg.Pool({
    connectionString: addressesOf(url)[0],
    Client: hosts.Client,
    application_name: app,
    max: mostConnections,
    connectionTimeoutMillis: connectLimitMs,
    ...(behind.pooler ? {} : limits),
    keepAlive: true,
    stream: () => new PostgresSocket(),
    onConnect: (fresh) =>
      withDeadline(fresh, connectLimitMs, async () => {
        await hosts.check(fresh)
        await onConnect(fresh)
      }),
  })
}
