import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import type { Answers } from './batch.ts'
import type { AsOptions, Caller, Database, Rows, Sql, Statement } from './database.ts'
import { withDeadline } from './deadline.ts'
import { diskProbe } from './disk-probe.ts'
import {
  databaseAway,
  databaseReadOnly,
  isConnectionLoss,
  isDiskFull,
  isReadOnlyServer,
  mayRunAgain,
} from './errors.ts'
import { settingsFor } from './settings.ts'
import { inOneTrip, inTransaction, inTwoTrips, type Send } from './transaction.ts'

const MOST_TRIES = 4
const CLOSE_LIMIT_MS = 5_000
const SCRIPT_LIMIT_MS = 5 * 60_000

type Needs = {
  kind: Database['kind']
  pool: pg.Pool
  /** One round trip; `slow` of its statements may each take up to the limit. */
  exchange: (
    client: pg.ClientBase,
    statements: readonly Statement[],
    limitMs: number,
    slow: number,
  ) => Promise<Answers>
  statementLimitMs: number
  pingLimitMs: number
  clock: Clock
  listen: Database['listen']
  closed: () => Promise<void>
}

// A `date` is a day, not an instant: as text, no time zone can shift it.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const PING: Statement = { name: 'ping', text: 'select 1' }

/** Both databases are used through this pool. */
export function pooledDatabase(needs: Needs): Database {
  const { kind, pool, exchange, clock, listen, closed } = needs
  const disk = diskProbe()
  // Without a listener, a broken idle connection would end the process; the pool replaces it.
  pool.on('error', () => {})
  // The running query gets the error too; here it must only be handled.
  pool.on('connect', (client) => client.on('error', () => {}))

  const run = async <T>(work: Work<T>, options: AsOptions = {}): Promise<T> => {
    if (insideWork.getStore())
      throw new Error('db.as inside db.as: the embedded database has one connection')

    const { statementLimitMs = needs.statementLimitMs, readOnly = false } = options
    const begin = (client: pg.PoolClient, later: CloseLater) =>
      work((all, slow = 1) => exchange(client, all, statementLimitMs, slow), later, client)
    for (let tries = 1; ; tries++) {
      try {
        return await withClient(pool, begin, readOnly)
      } catch (error) {
        disk.watch(error)
        if (!mayRunAgain(error) || tries === MOST_TRIES) throw error
        await pause(2 ** tries * (1 + Math.random()))
      }
    }
  }
  const settings = (caller: Caller, options: AsOptions = {}) =>
    settingsFor(caller, options, {
      clockOffsetMs: clock.offsetMs(),
      statementLimitMs: kind === 'postgres' ? options.statementLimitMs : undefined,
    })

  const askAll: Database['askAll'] = (caller, statements, options = {}) =>
    run((send) => {
      const first = settings(caller, options)
      const isHeldBack = options.isolation ?? options.judge ?? options.undo

      return isHeldBack
        ? inTwoTrips(send, first, statements, options)
        : inOneTrip(send, first, statements)
    }, options)

  return {
    kind,
    connections: pool.options.max,
    as: (caller, work, options) =>
      run((send, later) => {
        const closeLater = options?.readOnly ? later : undefined
        const marked = (sql: Sql) => insideWork.run(true, () => work(sql))

        return inTransaction(send, settings(caller, options), marked, { closeLater })
      }, options),
    ask: async <Row>(caller: Caller, statement: Statement, options?: AsOptions) => {
      const answers = await askAll(caller, [statement], options)
      return answers[0] as Rows<Row>
    },
    askAll,
    // The simple protocol takes several statements and runs them in one transaction.
    script: (text) =>
      run(async (_send, _later, client) => {
        await withDeadline(client, SCRIPT_LIMIT_MS, () => client.query(text))
      }),
    listen,
    ping: async () => {
      const isProbe = disk.isFull()
      await run((send) => send(isProbe ? disk.statements : [PING]), {
        statementLimitMs: needs.pingLimitMs,
      })
      if (isProbe) disk.clear()
    },
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      // A silent peer never closes, and the process is about to end.
      await Promise.race([pool.end(), pause(CLOSE_LIMIT_MS, undefined, { ref: false })])
      await closed()
    },
  }
}

/** Only callers' work is tracked, because AsyncLocalStorage slows every promise a little. */
const insideWork = new AsyncLocalStorage<true>()

type CloseLater = (closing: Promise<unknown>) => void
type Work<T> = (send: Send, closeLater: CloseLater, client: pg.PoolClient) => Promise<T>

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, closeLater: CloseLater) => Promise<T>,
  readOnly: boolean,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw isDiskFull(error) ? error : databaseAway(error)
  })

  let broken = false
  const closing: Promise<unknown>[] = []
  const giveBack = () => client.release(broken || client.getTransactionStatus() !== 'I')
  try {
    return await work(client, (last) => {
      closing.push(last)
    })
  } catch (error) {
    const isLost = isConnectionLoss(error)
    const isReadOnly = !readOnly && isReadOnlyServer(error)
    // After a failover only a new connection finds the new primary.
    broken = isLost || isReadOnly
    if (isLost) throw databaseAway(error)
    throw isReadOnly ? databaseReadOnly(error) : error
  } finally {
    // A connection with an open transaction is discarded by its status.
    if (closing.length > 0) void Promise.allSettled(closing).then(giveBack)
    else giveBack()
  }
}
