import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import type { Log } from '#log/log.ts'
import { jsonAnswer } from './json-answer.ts'

/**
 * Renders a function's own error: `{error, code}` and its facts. An unexpected error counts as a crash. The extension's newsletter form
 * reads `message`.
 */
export function functionFailure(thrown: unknown, log: Log): Response {
  const error = toAppError(thrown, log)

  if (error.code === 'unexpected_failure') {
    return hostFailure(new AppError('WORKER_ERROR', 500, error.message))
  }
  const { facts, message, code } = error
  return jsonAnswer({ message, ...facts, error: message, code }, answerOf(error))
}

/** Renders the host's errors, in the hosted gateway's format and ours. */
export function hostFailure(error: AppError): Response {
  const { headers, status } = answerOf(error)
  headers['sb-error-code'] = error.code
  // Tells clients that the function did not run.
  if (status === 401) headers['x-relay-error'] = 'true'

  return jsonAnswer(
    { code: error.code, message: error.message, error: error.message },
    { status, headers },
  )
}

function answerOf({ status, retryAfterS }: AppError) {
  const headers: Record<string, string> = {}
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS)

  return { status, headers }
}
