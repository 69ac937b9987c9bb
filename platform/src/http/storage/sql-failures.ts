import type { ErrorCode } from '@app/contract/errors'

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
export function sqlFailure(state: string) {
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
