import { RestError } from '#data-api/rest-error.ts'
import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import type { Log } from '#log/log.ts'
import type { Answer } from './rest-request.ts'

/** The data API's dialect: `{code, message, details, hint}`, whatever went wrong. */
export function failureAnswer(thrown: unknown, log: Log): Answer {
  const error = toRestError(thrown, log)
  const { code, message, details, hint } = error

  return {
    status: error.status,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['proxy-status', `PostgREST; error=${code}`],
      ...Object.entries(error.headers),
    ],
    body: JSON.stringify({ code, message, details, hint }),
  }
}

export const schemaNotRead = () =>
  new RestError(
    503,
    'PGRST002',
    'Could not query the database for the schema cache. Retrying.',
    RETRY_SOON,
  )

const RETRY_SOON = { headers: { 'retry-after': '2' } }

function toRestError(thrown: unknown, log: Log): RestError {
  if (thrown instanceof RestError) {
    if (thrown.status >= 500) log.warn({ err: thrown }, thrown.message)
    return thrown
  }
  if (thrown instanceof AppError && thrown.code === 'database_unavailable') {
    return connectionError(thrown, log)
  }
  const { status, code, message } = toAppError(thrown, log)

  return new RestError(status, code, message)
}

/** No free connection in time, no connection at all, or one that broke while in use. */
function connectionError({ cause }: AppError, log: Log): RestError {
  log.warn({ err: cause }, 'the database is not available')
  const reason = cause instanceof Error ? cause.message : ''
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''

  if (/timeout exceeded when trying to connect/.test(reason)) {
    const message = 'Timed out acquiring connection from connection pool.'
    return new RestError(504, 'PGRST003', message, RETRY_SOON)
  }
  return /^E[A-Z]+$/.test(code)
    ? new RestError(
        503,
        'PGRST000',
        'Database connection error. Retrying the connection.',
        RETRY_SOON,
      )
    : new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', RETRY_SOON)
}
