import type { ErrorCode } from '@app/contract/errors'

type Told = { statusCode: number; code: ErrorCode; message: string }

const TOLD: Record<string, Told> = {
  '23503': told(409, 'ResourceReferenced', 'The resource is referenced by another one'),
  '25006': told(503, 'DatabaseReadOnly', 'The database takes no changes right now'),
  '42501': told(403, 'AccessDenied', 'new row violates row-level security policy'),
  '42703': told(503, 'DatabaseSchemaMismatch', 'The database schema is not the one expected'),
  '42P01': told(503, 'DatabaseSchemaMismatch', 'The database schema is not the one expected'),
  '40001': told(503, 'DatabaseTimeout', 'The database is too busy right now'),
  '40P01': told(503, 'DatabaseTimeout', 'The database is too busy right now'),
  '53100': told(503, 'DatabaseError', "The database's disk is full"),
  '55P03': told(503, 'ResourceLocked', 'The resource is locked'),
  '57014': told(503, 'DatabaseTimeout', 'The database took too long to answer'),
}

const BAD_VALUE = told(400, 'InvalidParameter', 'A value of the request cannot be used')
const UNKNOWN = told(500, 'DatabaseError', 'The database could not do this')

/** What PostgreSQL says in a storage client's terms: never its own words, which may quote rows. */
export function sqlFailure(state: string) {
  const { statusCode, code, message } =
    TOLD[state] ?? (state.startsWith('22') ? BAD_VALUE : UNKNOWN)
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

function told(statusCode: number, code: ErrorCode, message: string): Told {
  return { statusCode, code, message }
}
