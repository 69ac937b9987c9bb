import type { ErrorCode } from '@app/contract/errors'
import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sqlState } from '#db/errors.ts'
import type { AppError } from '#errors/app-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { toAppError } from '#http/frame/failures.ts'
import type { Log } from '#log/log.ts'
import { sqlFailure } from './sql-failures.ts'

type FailureBody = { statusCode: string; error: string; message: string; code: string }

/** The `error` field, where it is not the code. */
const ERRORS: Partial<Record<ErrorCode, string>> = {
  AccessDenied: 'Unauthorized',
  BucketAlreadyExists: 'Duplicate',
  EntityTooLarge: 'Payload too large',
  InvalidBucketName: 'Invalid Input',
  InvalidMimeType: 'invalid_mime_type',
  InvalidRequest: 'Error',
  KeyAlreadyExists: 'Duplicate',
  NoSuchBucket: 'Bucket not found',
  NoSuchKey: 'not_found',
}

/** Two errors share their code with another one, but not this field. */
const ERRORS_BY_MESSAGE: Record<string, string> = {
  'No content provided': 'InvalidRequest',
  'The resource was not found': 'Not found',
}

/** Codes of the frame, in this dialect. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  body_too_large: 'EntityTooLarge',
  database_unavailable: 'DatabaseError',
  over_request_rate_limit: 'TooManyRequests',
  quota_exceeded: 'EntityTooLarge',
  unexpected_failure: 'InternalError',
}

/** Clients read `statusCode` in the body; the status itself is 400, except for these. */
const KEEPING_STATUS: ErrorCode[] = [
  'body_too_large',
  'database_unavailable',
  'over_request_rate_limit',
  'unexpected_failure',
]

export function storageFailures(log: Log): ErrorHandler<RequestContext> {
  return (thrown, c) => {
    c.header('cache-control', 'no-store')
    const state = sqlState(thrown)
    if (state) {
      const { status, body, isOurs } = sqlFailure(state)
      if (isOurs) log.error({ err: thrown }, body.message)
      if (status === 503) c.header('retry-after', '2')
      return c.json(body, status as ContentfulStatusCode)
    }

    const error = toAppError(thrown, log)
    if (error.retryAfterS !== undefined) c.header('retry-after', String(error.retryAfterS))
    return c.json(failureBody(error), KEEPING_STATUS.includes(error.code) ? error.status : 400)
  }
}

export function failureBody(failure: AppError): FailureBody {
  const code = CODES[failure.code] ?? failure.code

  return {
    statusCode: String(failure.status),
    error: ERRORS_BY_MESSAGE[failure.message] ?? ERRORS[code] ?? code,
    message: failure.message,
    code,
  }
}
