import {
  connectionLost,
  connectionNotMade,
  poolTimeout,
  serverReadOnly,
} from '#data-api/errors/request-errors.ts'
import { RestError } from '#data-api/errors/rest-error.ts'
import { sqlState, temporaryFailure } from '#db/errors.ts'
import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import type { Log } from '#log/log.ts'
import type { Answer } from './rest-request.ts'

/** Renders every error in the data API's format: `{code, message, details, hint}`. */
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

function toRestError(thrown: unknown, log: Log): RestError {
  if (thrown instanceof RestError) {
    if (thrown.status >= 500) {
      log.warn({ err: thrown }, temporaryFailure(thrown.cause)?.message ?? thrown.message)
    }
    return thrown
  }
  if (thrown instanceof AppError && thrown.code === 'database_unavailable') {
    return connectionError(thrown, log)
  }
  const { status, code, message, retryAfterS } = toAppError(thrown, log)

  return new RestError(status, code, message, {
    headers: retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
  })
}

/** No free connection in time, no connection, a broken connection, or a read-only server. */
function connectionError({ cause, message }: AppError, log: Log): RestError {
  log.warn({ err: cause }, 'database unavailable')
  const reason = cause instanceof Error ? cause.message : ''
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''

  if (/timeout exceeded when trying to connect/.test(reason)) return poolTimeout()
  if (sqlState(cause) === '25006') return serverReadOnly(message)
  return /^E[A-Z]+$/.test(code) ? connectionNotMade() : connectionLost()
}
