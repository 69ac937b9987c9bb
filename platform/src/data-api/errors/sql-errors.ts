import { sqlState } from '#db/errors.ts'
import { soonS } from '#errors/retry-soon.ts'
import { raisedError } from './raised-error.ts'
import { RestError } from './rest-error.ts'

/** An error that PostgreSQL raised, in the data API's format; null for other errors. */
export function sqlError(error: unknown, isAnonymous: boolean): RestError | null {
  const code = sqlState(error)
  if (code === undefined || !(error instanceof Error)) return null
  const { message } = error
  const detail = textIn(error, 'detail')
  if (code === 'PGRST') return raisedError({ message, detail }, error)

  const status = statusOf(code, message, isAnonymous)
  return new RestError(status, code, message, {
    details: detail,
    hint: textIn(error, 'hint') ?? null,
    headers: headersFor(status),
    cause: error,
  })
}

function textIn(error: Error, field: 'detail' | 'hint'): string | undefined {
  const value: unknown = Reflect.get(error, field)

  return typeof value === 'string' ? value : undefined
}

function headersFor(status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }

  return status === 503 ? { 'retry-after': String(soonS()) } : {}
}

/** Looks up the full code first, then its class. */
function statusOf(code: string, message: string, isAnonymous: boolean): number {
  switch (code) {
    case '21000':
      return message.endsWith('requires a WHERE clause') ? 400 : 500
    case '22023':
      return /^role .* does not exist$/s.test(message) ? 401 : 400
    case '42501':
      return isAnonymous ? 401 : 403
    case '42883':
      return message.startsWith('function xmlagg(') ? 406 : 404
  }
  if (code.startsWith('PT')) return raisedStatus(code)

  return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400
}

/** `raise sqlstate 'PT402'` sets its own HTTP status. */
function raisedStatus(code: string): number {
  const status = Number(code.slice(2))

  return status >= 200 && status <= 599 ? status : 500
}

const BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  // Temporary: PostgREST answers 500, on which clients would not retry.
  '40001': 503,
  '40P01': 503,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '55P03': 503,
  '57014': 503,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
}

const BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}
