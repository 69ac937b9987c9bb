import { AppError } from '#errors/app-error.ts'
import { soonS } from '#errors/retry-soon.ts'

export const databaseAway = (cause: unknown) =>
  new AppError('database_unavailable', 503, 'The database is not available right now', {
    cause,
    retryAfterS: soonS(),
  })

export const databaseReadOnly = (cause: unknown) =>
  new AppError('database_unavailable', 503, 'The database takes no changes right now', {
    cause,
    retryAfterS: soonS(),
  })

const databaseBusy = (cause: unknown) =>
  new AppError('database_unavailable', 503, 'The database is too busy right now', {
    cause,
    retryAfterS: soonS(),
  })

const DISK_FULL_RETRY_S = 30

export const diskFull = (cause: unknown) =>
  new AppError('disk_full', 503, "The database's disk is full", {
    cause,
    retryAfterS: DISK_FULL_RETRY_S,
  })

/** The SQLSTATE of an error raised by PostgreSQL itself, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined

  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Serialisation failures and deadlocks: the transaction can be retried. */
export const mayRunAgain = (error: unknown) => {
  const state = sqlState(error)

  return state === '40001' || state === '40P01'
}

/** Where PostgreSQL looks for an unnamed and for a named statement. */
const LACKS_STATEMENT = new Set(['exec_bind_message', 'FetchPreparedStatement'])

/**
 * A prepared statement whose result has another shape since a migration, or that a pooler's connection lacks. SQL may raise the same codes,
 * but then the routine differs.
 */
export function isStalePlan(error: unknown): boolean {
  const routine = Reflect.get(Object(error), 'routine')
  const state = sqlState(error)

  return (
    (state === '0A000' && routine === 'RevalidateCachedQuery') ||
    (state === '26000' && LACKS_STATEMENT.has(routine))
  )
}

/** Repeated serialisation failures, lock timeouts and statement timeouts. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014'])

const DISK_FULL = '53100'

export const isDiskFull = (error: unknown): boolean => sqlState(error) === DISK_FULL

/** Converts a temporary failure of the database; null for errors of the statement itself. */
export function temporaryFailure(error: unknown): AppError | null {
  const state = sqlState(error)
  if (state === undefined) return null
  if (state === DISK_FULL) return diskFull(error)

  return BUSY.has(state) || state.startsWith('53') ? databaseBusy(error) : null
}

/** The server refuses writes, as after a failover. SQL may raise the same code, but then the routine differs. */
export const isReadOnlyServer = (error: unknown): boolean =>
  sqlState(error) === '25006' &&
  String(Reflect.get(Object(error), 'routine')).startsWith('PreventCommand')

const NODE_NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/** The server closed the connection: idle in a transaction, transaction too long, or too many connections. */
const ENDED_BY_SERVER = new Set(['25P03', '25P04', '53300'])

/** The connection failed, not the statement. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state.startsWith('08') || state.startsWith('57P') || ENDED_BY_SERVER.has(state)

  if (!(error instanceof Error)) return false
  if ('code' in error && NODE_NETWORK.test(String(error.code))) return true

  // pg and its pool report these errors without a code.
  return /connection (terminated|timeout)|timeout exceeded when trying to connect|not queryable|Cannot use a pool after calling end/i.test(
    error.message,
  )
}
