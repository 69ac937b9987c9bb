import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import type { Log } from '#log/log.ts'

/**
 * What a function says itself: `{error, code}`, and facts if there are any. What it did not mean to say is a crash.
 * `message` is where the extension's newsletter form looks.
 */
export function functionFailure(thrown: unknown, log: Log): Response {
  const error = toAppError(thrown, log)

  if (error.code === 'unexpected_failure') {
    return hostFailure(new AppError('WORKER_ERROR', 500, error.message))
  }
  const { facts, message, code } = error
  return Response.json({ message, ...facts, error: message, code }, answerOf(error))
}

/** What the host says in a function's place: the hosted gateway's shape, and ours besides. */
export function hostFailure(error: AppError): Response {
  const { headers, status } = answerOf(error)
  headers.set('sb-error-code', error.code)
  // Clients then know that the function itself was never reached.
  if (status === 401) headers.set('x-relay-error', 'true')

  return Response.json(
    { code: error.code, message: error.message, error: error.message },
    { status, headers },
  )
}

function answerOf({ status, retryAfterS }: AppError) {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS))

  return { status, headers }
}
