import type pg from 'pg'
import { BatchConnection } from './batch-connection.ts'
import type { PoolStats } from './database.ts'
import { databaseAway, isDiskFull } from './errors.ts'
import { wasStalled } from './stalled.ts'

type Options = {
  pool: pg.Pool
  /** A connection unused for this long is closed, at the latest after twice as long; null: never. */
  idleLimitMs: number | null
}

type Entry = { connection: PooledConnection; isLost: boolean; isIdle: boolean }

export type PooledConnection = BatchConnection<pg.PoolClient>

/**
 * The connections of a pool. Free ones are in a list of our own, because pg's pool needs a timer, a tick and several
 * promises for each use; it opens and closes them, and keeps those who wait.
 */
export class Connections {
  readonly #pool: pg.Pool
  readonly #waitLimitMs: number
  readonly #entries = new WeakMap<pg.ClientBase, Entry>()
  readonly #free: Entry[] = []
  readonly #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor({ pool, idleLimitMs }: Options) {
    this.#pool = pool
    this.#waitLimitMs = pool.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY
    // Without a listener, a broken idle connection would end the process; the pool replaces it.
    pool.on('error', () => {})
    pool.on('connect', (client) => this.#add(client as pg.PoolClient))
    if (idleLimitMs !== null) {
      this.#idleTimer = setInterval(() => this.#closeIdle(), idleLimitMs).unref()
    }
  }

  takeFree(): PooledConnection | undefined {
    const entry = this.#free.pop()
    if (entry) entry.isIdle = false

    return entry?.connection
  }

  /** Opens a connection, or waits for one up to the pool's limit. */
  async take(): Promise<PooledConnection> {
    const began = performance.now()
    const client = await this.#pool
      .connect()
      .catch((error: unknown) => {
        if (!wasStalled(began, this.#waitLimitMs)) throw error
        return this.#pool.connect()
      })
      .catch((error: unknown) => {
        throw isDiskFull(error) ? error : databaseAway(error)
      })

    return this.#entryOf(client).connection
  }

  giveBack({ client }: PooledConnection, isBroken: boolean): void {
    const entry = this.#entryOf(client)
    // A connection with an open transaction is discarded by its status.
    if (isBroken || entry.isLost || client.getTransactionStatus() !== 'I') client.release(true)
    else if (this.#isClosed || this.#pool.waitingCount > 0) client.release()
    else this.#free.push(entry)
  }

  stats(): PoolStats {
    const { totalCount, idleCount, waitingCount } = this.#pool

    return { total: totalCount, idle: idleCount + this.#free.length, waiting: waitingCount }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#idleTimer)
    const ended = this.#pool.end()
    for (const { connection } of this.#free.splice(0)) connection.client.release()
    await ended
  }

  #add(client: pg.PoolClient) {
    const entry = { connection: new BatchConnection(client), isLost: false, isIdle: false }
    this.#entries.set(client, entry)
    // The running query gets the error too.
    client.on('error', () => {
      entry.isLost = true
      this.#discard(entry)
    })
  }

  #entryOf(client: pg.PoolClient): Entry {
    const entry = this.#entries.get(client)
    if (!entry) throw new Error('The pool gave a connection that it did not announce')

    return entry
  }

  #closeIdle(): void {
    for (const entry of [...this.#free]) {
      if (entry.isIdle) this.#discard(entry)
      entry.isIdle = true
    }
  }

  /** Does nothing for a connection that is in use: it is discarded when it is given back. */
  #discard(entry: Entry): void {
    const index = this.#free.indexOf(entry)
    if (index < 0) return

    this.#free.splice(index, 1)
    entry.connection.client.release(true)
  }
}
