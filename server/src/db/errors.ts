import { AppError } from '#errors/app-error.ts'

export const databaseAway = (cause: unknown) =>
  new AppError('database_unavailable', 503, 'The database is not available right now', {
    cause,
    retryAfterS: 2,
  })

/** SQLSTATE of an error that PostgreSQL itself raised, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined

  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** The transaction lost a race and may simply run again. */
export const mayRunAgain = (error: unknown) => {
  const state = sqlState(error)

  return state === '40001' || state === '40P01'
}

const NODE_NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/** The connection, not the statement, failed. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state.startsWith('08') || state.startsWith('57P') || state === '53300'

  if (!(error instanceof Error)) return false
  if ('code' in error && NODE_NETWORK.test(String(error.code))) return true

  // pg and its pool report these without a code of any kind.
  return /connection (terminated|timeout)|timeout exceeded when trying to connect|not queryable|Cannot use a pool after calling end/i.test(
    error.message,
  )
}
