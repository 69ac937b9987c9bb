import type { ErrorHandler } from 'hono'
import { temporaryFailure } from '#db/errors.ts'
import { AppError } from '#errors/app-error.ts'
import type { Log } from '#log/log.ts'

/**
 * The default error format `{error, code}`. An AppError is rendered; any other error is a bug, logged in full and answered without details.
 */
export function plainFailures(log: Log): ErrorHandler {
  return (thrown, c) => {
    const known = toAppError(thrown, log)
    if (known.retryAfterS !== undefined) c.header('retry-after', String(known.retryAfterS))
    c.header('cache-control', 'no-store')

    return c.json({ error: known.message, code: known.code }, known.status)
  }
}

/** Converts any error for rendering, after logging what an operator must know. */
export function toAppError(thrown: unknown, log: Log): AppError {
  if (thrown instanceof AppError) {
    if (thrown.status >= 500) log.warn({ err: thrown }, thrown.message)
    return thrown
  }
  if (isAborted(thrown)) return new AppError('bad_request', 400, 'The request was cut off')
  const temporary = temporaryFailure(thrown)
  if (temporary) {
    log.warn({ err: thrown }, temporary.message)
    return temporary
  }
  log.error({ err: thrown }, 'unexpected failure')

  return new AppError('unexpected_failure', 500, 'Something went wrong on our side')
}

/** The client closed the connection during the request, which is not a bug. */
const isAborted = (thrown: unknown) =>
  thrown instanceof Error &&
  thrown.message === 'aborted' &&
  'code' in thrown &&
  thrown.code === 'ECONNRESET'
