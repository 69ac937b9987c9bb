import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import type { AsOptions, Caller, Database, Rows, Sql, Statement } from './database.ts'
import { databaseAway, isConnectionLoss, mayRunAgain } from './errors.ts'
import { settingsFor } from './settings.ts'
import { inOneTrip, inTransaction, inTwoTrips } from './transaction.ts'

const MOST_TRIES = 4

type Needs = {
  kind: Database['kind']
  pool: pg.Pool
  clock: Clock
  listen: Database['listen']
  closed: () => Promise<void>
}

// A `date` is a day, not a moment: left as text, no time zone can shift it.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** One pool, one way in: both databases are spoken to through this. */
export function pooledDatabase({ kind, pool, clock, listen, closed }: Needs): Database {
  // Without a listener an idle connection that breaks would end the process; the pool replaces it.
  pool.on('error', () => {})
  // The loss also reaches the query that was running; here it must only not be unhandled.
  pool.on('connect', (client) => client.on('error', () => {}))

  const run = async <T>(work: Work<T>): Promise<T> => {
    if (insideWork.getStore())
      throw new Error('db.as inside db.as: the embedded database has one connection')

    for (let tries = 1; ; tries++) {
      try {
        return await withClient(pool, work)
      } catch (error) {
        if (!mayRunAgain(error) || tries === MOST_TRIES) throw error
        await pause(2 ** tries * (1 + Math.random()))
      }
    }
  }
  const settings = (caller: Caller, options: AsOptions = {}) =>
    settingsFor(caller, options, clock.offsetMs())

  const askAll: Database['askAll'] = (caller, statements, options = {}) =>
    run((client) => {
      const first = settings(caller, options)
      const isHeldBack = options.isolation ?? options.judge ?? options.undo

      return isHeldBack
        ? inTwoTrips(client, first, statements, options)
        : inOneTrip(client, first, statements)
    })

  return {
    kind,
    as: (caller, work, options) =>
      run((client, later) => {
        const closeLater = options?.readOnly ? later : undefined
        const marked = (sql: Sql) => insideWork.run(true, () => work(sql))

        return inTransaction(client, settings(caller, options), marked, { closeLater })
      }),
    ask: async <Row>(caller: Caller, statement: Statement, options?: AsOptions) => {
      const answers = await askAll(caller, [statement], options)
      return answers[0] as Rows<Row>
    },
    askAll,
    // The simple protocol takes several statements and runs them in one transaction.
    script: (text) => run(async (client) => void (await client.query(text))),
    listen,
    ping: () => run(async (client) => void (await client.query('select 1'))),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await pool.end()
      await closed()
    },
  }
}

/** Only work of others is marked: following it costs every promise of the process a little. */
const insideWork = new AsyncLocalStorage<true>()

type Work<T> = (
  client: pg.PoolClient,
  closeLater: (closing: Promise<unknown>) => void,
) => Promise<T>

async function withClient<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseAway(error)
  })

  let broken = false
  const closing: Promise<unknown>[] = []
  const giveBack = () => client.release(broken || client.getTransactionStatus() !== 'I')
  try {
    return await work(client, (last) => {
      closing.push(last)
    })
  } catch (error) {
    broken = isConnectionLoss(error)
    throw broken ? databaseAway(error) : error
  } finally {
    // A connection that could not close its transaction is thrown away by its status.
    if (closing.length > 0) void Promise.allSettled(closing).then(giveBack)
    else giveBack()
  }
}
