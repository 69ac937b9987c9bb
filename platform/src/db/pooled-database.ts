import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import { currentRequest, currentTrace } from '#log/request-scope.ts'
import { failureName, type Trace } from '#log/trace.ts'
import { announcer } from './announcer.ts'
import type { Answers } from './batch.ts'
import type { BatchConnection } from './batch-connection.ts'
import { Connections, type PooledConnection } from './connections.ts'
import type {
  AskOptions,
  AsOptions,
  Caller,
  Database,
  Rows,
  Statement,
  Transaction,
} from './database.ts'
import { withDeadline } from './deadline.ts'
import { diskProbe } from './disk-probe.ts'
import {
  databaseAway,
  databaseReadOnly,
  isConnectionLoss,
  isReadOnlyServer,
  isStalePlan,
  mayRunAgain,
  sqlState,
} from './errors.ts'
import { insideWork, refuseInsideWork } from './inside-work.ts'
import { settingsFor } from './settings.ts'
import { lacksTimeline, TIMELINE } from './timeline.ts'
import { allAnswers, inTransaction, inTwoTrips, type Send } from './transaction.ts'

const MOST_TRIES = 4
const CLOSE_LIMIT_MS = 5_000
const SCRIPT_LIMIT_MS = 5 * 60_000

type Needs = {
  kind: Database['kind']
  pool: pg.Pool
  idleLimitMs: number | null
  /** Applies to the next exchange; each of its `slow` statements may take up to the limit. */
  limitNext: (connection: BatchConnection, limitMs: number, slow: number) => void
  statementLimitMs: number
  pingLimitMs: number
  clock: Clock
  /** Behind some poolers, prepared statements of several clients would mix. */
  isPreparingOff?: boolean
  /** Failed work is repeated elsewhere. */
  triesOnce?: boolean
  /** A connection was lost, or refused to write. */
  onLoss?: () => void
  /** Gives a function that closes all connections as soon as they are free. */
  onMove?: (replaceAll: () => void) => void
  /** Notifies this process only, where no other one can listen. */
  notifyHere?: (channel: string) => void
  closed: () => Promise<void>
}

// A `date` is a day, not an instant: kept as text, no time zone can shift it.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const PING: Statement = { text: 'select null as timeline' }
const NO_OPTIONS: AskOptions = {}
const READ_ONLY: AskOptions = { readOnly: true }

const notify = (channel: string): Statement => ({
  text: `select pg_notify($1, '')`,
  values: [channel],
})

/** Both databases are used through this pool. */
export function pooledDatabase(needs: Needs): Omit<Database, 'listen'> {
  const { kind, pool, clock, closed } = needs
  const connections = new Connections(needs)
  needs.onMove?.(() => connections.replaceAll())
  const disk = diskProbe()
  const watchers = new Set<() => void>()
  const run = runner(needs, connections, disk, () => {
    for (const onCommit of watchers) onCommit()
  })
  const { announce, stop: stopAnnouncing } = announcer(
    // Nobody needs to be told that this wrote.
    needs.notifyHere ??
      ((channel) => run(null, (send) => send([notify(channel)], allAnswers), READ_ONLY)),
  )
  const settings = (caller: Caller, options: AsOptions) =>
    settingsFor(caller, options, {
      clockOffsetMs: clock.offsetMs(),
      statementLimitMs: kind === 'postgres' ? options.statementLimitMs : undefined,
    })

  return {
    kind,
    connections: pool.options.max,
    as: (caller, work, options = NO_OPTIONS) =>
      run(
        caller,
        (send, use) => {
          const closeLater = (closing: Promise<unknown>) => {
            use.closing = closing
          }
          const marked = (sql: Transaction) => insideWork(connections, () => work(sql))

          return inTransaction(send, settings(caller, options), marked, {
            announce,
            closeLater: options.readOnly ? closeLater : undefined,
          })
        },
        options,
      ),
    ask: <Row>(caller: Caller, statement: Statement, options: AsOptions = NO_OPTIONS) =>
      run(caller, (send) => send([settings(caller, options), statement], first<Row>), options),
    askAll: (caller, statements, options = NO_OPTIONS) =>
      run(
        caller,
        (send) => {
          const setUp = settings(caller, options)
          const isHeldBack = options.isolation ?? options.judge ?? options.undo

          // The sync message at the end of one round trip commits.
          return isHeldBack
            ? inTwoTrips(send, setUp, statements, options)
            : send([setUp, ...statements], allAnswers, statements.length)
        },
        options,
      ),
    // The simple protocol accepts several statements and runs them in one transaction.
    script: (text) =>
      run(
        null,
        async (_send, { client }) => {
          await withDeadline(client, SCRIPT_LIMIT_MS, () => client.query(text))
        },
        NO_OPTIONS,
      ),
    announce,
    watchCommits: (onCommit) => {
      watchers.add(onCommit)
      return () => void watchers.delete(onCommit)
    },
    ping: pinger(needs, run, disk),
    stats: () => connections.stats(),
    close: async () => {
      stopAnnouncing()
      // A silent peer never closes, and the process is about to exit.
      await Promise.race([connections.close(), pause(CLOSE_LIMIT_MS, undefined, { ref: false })])
      await closed()
    },
  }
}

function pinger(
  { kind, pingLimitMs }: Needs,
  run: ReturnType<typeof runner>,
  disk: ReturnType<typeof diskProbe>,
): Database['ping'] {
  let pinging = kind === 'postgres' ? { text: TIMELINE } : PING
  const ask = (statements: readonly Statement[]) =>
    run(null, (send) => send(statements, allAnswers), { statementLimitMs: pingLimitMs })

  return async () => {
    const isProbe = disk.isFull()
    const answers = await ask(isProbe ? disk.statements : [pinging]).catch((error: unknown) => {
      if (isProbe || !lacksTimeline(error)) throw error
      pinging = PING
      return ask([pinging])
    })
    if (isProbe) disk.clear()
    return { timeline: isProbe ? null : (answers[0]?.rows[0]?.timeline as number | null) }
  }
}

/** Runs work on a connection, and retries after a serialisation failure or a plan that a migration made stale. */
function runner(
  { limitNext, statementLimitMs, onLoss, triesOnce = false }: Needs,
  connections: Connections,
  disk: ReturnType<typeof diskProbe>,
  committed: () => void,
) {
  const sender =
    (connection: BatchConnection, use: Use, limitMs = statementLimitMs): Send =>
    (statements, read, slow = 1) => {
      limitNext(connection, limitMs, slow)
      const answer = connection.send(statements, read)
      if (use.trace?.isSampled) use.trace.watch(batchStep(statements), answer)
      // A promise more for each batch would cost too much where the trace is mostly dropped. The rollback after a failure is not what failed.
      else if (use.trace && statements.some(({ isMute }) => !isMute)) {
        use.sent = { statements, began: performance.now() }
      }
      return answer
    }
  const take = (caller: Caller | null) => {
    const taking = isInBackground(caller) ? connections.takeInBackground() : connections.take()

    return taking.catch((error: unknown) => {
      disk.watch(error)
      throw error
    })
  }

  return async <T>(caller: Caller | null, work: Work<T>, options: AskOptions): Promise<T> => {
    refuseInsideWork(connections)
    let kept: PooledConnection | undefined
    for (let tries = 1; ; tries++) {
      const connection = kept ?? connections.takeFree() ?? (await take(caller))
      kept = undefined
      const { client } = connection
      const trace = options.trace ?? currentTrace()
      const use: Use = { client, trace, closing: undefined, sent: undefined }
      let failure: Failure | undefined
      try {
        const result = await work(sender(connection, use, options.statementLimitMs), use)
        if (!options.readOnly && !options.undo) committed()
        return result
      } catch (error) {
        disk.watch(error)
        traceFailure(use, error)
        failure = failureOf(error, options)
        if (failure.isBroken) onLoss?.()
        const isStale = isStalePlan(error)
        const isRepeated = isStale || mayRunAgain(error)
        if (!isRepeated || triesOnce || tries === MOST_TRIES) throw failure.reported
        // This connection has forgotten the plan; another one may still have it.
        if (isStale) kept = connection
      } finally {
        const giveBack = () => connections.giveBack(connection, failure?.isBroken ?? false)
        if (use.closing) use.closing.then(giveBack, giveBack)
        else if (!kept) giveBack()
      }
      if (!kept) await pause(2 ** tries * (1 + Math.random()))
    }
  }
}

/**
 * The server's own statements outside requests: jobs, polls, clean-ups. Requests of the data API have no scope, but their callers have a
 * role.
 */
const isInBackground = (caller: Caller | null): boolean =>
  caller !== null && caller.role === null && currentRequest() === undefined

/** Named by the first statement that answers; settings and `begin` come before it. */
function batchStep(statements: readonly Statement[]) {
  const main = statements.find(({ isMute }) => !isMute) ?? statements.at(-1)

  return { kind: 'database', subject: main?.text ?? '', count: statements.length } as const
}

/** Of a trace that was not chosen, only what failed is told. Refusals of our own are no failures of a batch. */
function traceFailure({ trace, sent }: Use, error: unknown): void {
  if (!trace || !sent || (!isConnectionLoss(error) && sqlState(error) === undefined)) return
  const { statements, began } = sent
  const failure = failureName(error)
  trace.add({ ...batchStep(statements), began, ended: performance.now(), failure })
}

type Use = {
  trace: Trace | undefined
  /** The last batch, where the trace does not watch each. */
  sent: { statements: readonly Statement[]; began: number } | undefined
  client: pg.PoolClient
  /** The connection is in use until this settles. */
  closing: Promise<unknown> | undefined
}
type Work<T> = (send: Send, use: Use) => Promise<T>

const first = <Row>(answers: Answers) => answers[0] as Rows<Row>

type Failure = { reported: unknown; isBroken: boolean }

function failureOf(error: unknown, { readOnly = false }: AsOptions): Failure {
  if (isConnectionLoss(error)) return { reported: databaseAway(error), isBroken: true }

  // After a failover only a new connection finds the new primary.
  return !readOnly && isReadOnlyServer(error)
    ? { reported: databaseReadOnly(error), isBroken: true }
    : { reported: error, isBroken: false }
}
