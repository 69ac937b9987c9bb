import type pg from 'pg'
import { BatchConnection } from './batch-connection.ts'
import type { PoolStats } from './database.ts'
import { databaseAway, isDiskFull } from './errors.ts'
import { wasStalled } from './stalled.ts'

type Options = {
  pool: pg.Pool
  /** A connection unused for this long is closed, at the latest after twice this time; null: never. */
  idleLimitMs: number | null
  isPreparingOff?: boolean
  onLoss?: () => void
}

/** Background work that waits for a connection; null: it may open one. */
type Waiter = { since: number; give(entry: Entry | null): void }

/** For this long, requests come first; then background work gets every second connection. */
const PATIENCE_MS = 2_000
/** Background work may wait this many times longer than a request. */
const BACKGROUND_PATIENCE = 6

type Entry = {
  connection: PooledConnection
  generation: number
  isLost: boolean
  isIdle: boolean
}

export type PooledConnection = BatchConnection<pg.PoolClient>

/**
 * The connections of a pool. Free connections are in our own list: pg's pool needs a timer, a tick and several promises for each use.
 */
export class Connections {
  readonly #pool: pg.Pool
  readonly #waitLimitMs: number
  readonly #entries = new WeakMap<pg.ClientBase, Entry>()
  readonly #free: Entry[] = []
  readonly #idleTimer: NodeJS.Timeout | undefined
  /** Waiting background work, outside the pool's own queue, so that no request waits behind it. */
  readonly #background: Waiter[] = []
  #isRequestNext = false
  #isClosed = false
  /** Connections of earlier generations are closed as soon as they are free. */
  #generation = 0

  constructor({ pool, idleLimitMs, isPreparingOff = false, onLoss = () => {} }: Options) {
    this.#pool = pool
    this.#waitLimitMs = pool.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY
    // Without a listener, a broken idle connection would end the process; the pool replaces the connection.
    pool.on('error', () => {})
    pool.on('connect', (client) =>
      this.#add(new BatchConnection(client as pg.PoolClient, { isPreparingOff }), onLoss),
    )
    if (idleLimitMs !== null) {
      this.#idleTimer = setInterval(() => this.#closeIdle(), idleLimitMs).unref()
    }
  }

  takeFree(): PooledConnection | undefined {
    const entry = this.#free.pop()
    if (entry) entry.isIdle = false

    return entry?.connection
  }

  /** For background work: waits until no request is waiting. */
  async takeInBackground(): Promise<PooledConnection> {
    const { totalCount, idleCount, options } = this.#pool
    const isFull = totalCount >= options.max && idleCount === 0
    const entry = isFull && !this.#isClosed ? await this.#waitInBackground() : null

    return entry ? entry.connection : this.take()
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
        this.#background.shift()?.give(null)
        throw isDiskFull(error) ? error : databaseAway(error)
      })

    return this.#entryOf(client).connection
  }

  giveBack({ client }: PooledConnection, isBroken: boolean): void {
    const entry = this.#entryOf(client)
    // A connection with an open transaction is discarded.
    const isOld = entry.isLost || entry.generation !== this.#generation
    if (isBroken || isOld || client.getTransactionStatus() !== 'I') {
      client.release(true)
      if (this.#pool.waitingCount === 0) this.#background.shift()?.give(null)
      return
    }
    const waiter = this.#isClosed ? undefined : this.#nextInBackground()
    if (waiter) waiter.give(entry)
    else if (this.#isClosed || this.#pool.waitingCount > 0) client.release()
    else this.#free.push(entry)
  }

  /** Another server is the primary now. */
  replaceAll(): void {
    this.#generation += 1
    for (const entry of [...this.#free]) this.#discard(entry)
  }

  stats(): PoolStats {
    const { totalCount, idleCount, waitingCount } = this.#pool

    return {
      total: totalCount,
      idle: idleCount + this.#free.length,
      waiting: waitingCount + this.#background.length,
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#idleTimer)
    const ended = this.#pool.end()
    for (const waiter of this.#background.splice(0)) waiter.give(null)
    for (const { connection } of this.#free.splice(0)) connection.client.release()
    await ended
  }

  #waitInBackground(): Promise<Entry | null> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        since: performance.now(),
        give: (entry) => {
          clearTimeout(timer)
          resolve(entry)
        },
      }
      const timer = setTimeout(() => {
        this.#background.splice(this.#background.indexOf(waiter), 1)
        reject(databaseAway(new Error('timeout exceeded when trying to connect')))
      }, this.#waitLimitMs * BACKGROUND_PATIENCE)
      this.#background.push(waiter)
    })
  }

  /** While requests wait, only background work that has waited long gets a connection, and only every second one. */
  #nextInBackground(): Waiter | undefined {
    const [first] = this.#background
    if (!first) return undefined
    if (this.#pool.waitingCount > 0) {
      this.#isRequestNext = !this.#isRequestNext
      if (this.#isRequestNext || performance.now() - first.since < PATIENCE_MS) return undefined
    }
    return this.#background.shift()
  }

  #add(connection: PooledConnection, onLoss: () => void) {
    const entry = { connection, generation: this.#generation, isLost: false, isIdle: false }
    this.#entries.set(connection.client, entry)
    // The running query receives the error too.
    connection.client.on('error', () => {
      entry.isLost = true
      this.#discard(entry)
      onLoss()
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

  /** Does nothing for a connection in use: it is discarded on release. */
  #discard(entry: Entry): void {
    const index = this.#free.indexOf(entry)
    if (index < 0) return

    this.#free.splice(index, 1)
    entry.connection.client.release(true)
  }
}
