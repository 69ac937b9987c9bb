import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Keys whose values are redacted at any depth. */
const SECRET_KEYS = [
  'authorization',
  'apikey',
  'cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
  'otp',
]
const DEPTHS = ['', '*.', '*.*.']

type Options = { level: string; destination?: DestinationStream }

/** Structured lines, each with the id of the request it belongs to. */
export function openLog({ level, destination }: Options): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => requestScope.getStore() ?? {},
      serializers: { err: describeError },
      redact: {
        paths: DEPTHS.flatMap((depth) => SECRET_KEYS.map((key) => `${depth}${key}`)),
        censor: '[hidden]',
      },
    },
    destination ?? pino.destination(1),
  )
}

/** Log lines inside carry this request's id. */
export const inRequest = <T>(requestId: string, work: () => T): T =>
  requestScope.run({ requestId }, work)

const requestScope = new AsyncLocalStorage<{ requestId: string }>()

/**
 * Message, stack and cause only: fields of library errors may hold rows (PostgreSQL's `detail`) or credentials
 * (SMTP, HTTP).
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }

  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { errorCode: error.code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
