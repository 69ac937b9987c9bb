import type { ErrorCode } from '@app/contract/errors'
import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sqlState } from '#db/errors.ts'
import type { AppError } from '#errors/app-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { toAppError } from '#http/frame/failures.ts'
import type { Log } from '#log/log.ts'

type FailureBody = { statusCode: string; error: string; message: string; code: string }

/** The `error` field, if it differs from the code. */
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

/** Two errors share their code with others, but not this field. */
const ERRORS_BY_MESSAGE: Record<string, string> = {
  'No content provided': 'InvalidRequest',
  'The resource was not found': 'Not found',
}

/** Codes of the frame, translated to this format. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  body_too_large: 'EntityTooLarge',
  database_unavailable: 'DatabaseError',
  over_request_rate_limit: 'TooManyRequests',
  quota_exceeded: 'EntityTooLarge',
  unexpected_failure: 'InternalError',
}

/** Clients read `statusCode` in the body; the HTTP status is 400, except for these. */
const KEEPING_STATUS: ErrorCode[] = [
  'body_too_large',
  'database_unavailable',
  'insufficient_scope',
  'over_request_rate_limit',
  'SlowDown',
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

type Answer = { statusCode: number; code: ErrorCode; message: string }

const ANSWERS: Record<string, Answer> = {
  '23503': answer(409, 'ResourceReferenced', 'The resource is referenced by another one'),
  '25006': answer(503, 'DatabaseReadOnly', 'The database takes no changes right now'),
  '42501': answer(403, 'AccessDenied', 'new row violates row-level security policy'),
  '42703': answer(503, 'DatabaseSchemaMismatch', 'The database schema is not the one expected'),
  '42P01': answer(503, 'DatabaseSchemaMismatch', 'The database schema is not the one expected'),
  '40001': answer(503, 'DatabaseTimeout', 'The database is too busy right now'),
  '40P01': answer(503, 'DatabaseTimeout', 'The database is too busy right now'),
  '53100': answer(503, 'DatabaseError', "The database's disk is full"),
  '55P03': answer(503, 'ResourceLocked', 'The resource is locked'),
  '57014': answer(503, 'DatabaseTimeout', 'The database took too long to answer'),
}

const BAD_VALUE = answer(400, 'InvalidParameter', 'A value of the request cannot be used')
const UNKNOWN = answer(500, 'DatabaseError', 'The database could not do this')

/** PostgreSQL's errors for storage clients, without its messages, which may quote rows. */
function sqlFailure(state: string) {
  const { statusCode, code, message } =
    ANSWERS[state] ?? (state.startsWith('22') ? BAD_VALUE : UNKNOWN)
  const isOurs = statusCode >= 500

  return {
    isOurs,
    status: isOurs ? statusCode : 400,
    body: {
      statusCode: String(statusCode),
      error: code === 'AccessDenied' ? 'Unauthorized' : code,
      message,
      code,
    },
  }
}

function answer(statusCode: number, code: ErrorCode, message: string): Answer {
  return { statusCode, code, message }
}
