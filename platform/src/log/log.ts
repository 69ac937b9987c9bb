import pino, { type DestinationStream, type Logger } from 'pino'
import { lineBuffer } from './line-buffer.ts'
import { scopeFields } from './request-scope.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** The log line of an answered request. It has fixed fields without secrets. */
export type RequestLine = {
  requestId: string
  method: string
  path: string
  status: number
  ms: number
  client: string
  traceId?: string | undefined
}

export type ServerLog = Log & { requestAnswered(line: RequestLine): void }

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

type Options = {
  level: string
  destination?: DestinationStream
  /** Which release wrote a line, on which server. */
  origin?: Origin
}

type Origin = { version: string; instance: string }

/** Writes structured lines with the id of their request. */
export function openLog({ level, destination, origin }: Options): ServerLog {
  const output = destination ? unbuffered(destination) : standardOutput()
  const logger = pino(
    {
      level,
      base: origin ?? null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => scopeFields(),
      serializers: { err: describeError },
      redact: {
        paths: DEPTHS.flatMap((depth) => SECRET_KEYS.map((key) => `${depth}${key}`)),
        censor: '[hidden]',
      },
    },
    output,
  )
  const end = origin ? `,${JSON.stringify(origin).slice(1)}\n` : '}\n'
  const requestAnswered = logger.isLevelEnabled('info')
    ? (line: RequestLine) => output.collect(requestText(line, end))
    : () => {}

  return Object.assign(logger, { requestAnswered })
}

/**
 * Bypasses the logger, whose deep redaction costs a fifth of a small request. Fields are named individually, so that no other value can
 * reach the line.
 */
function requestText(line: RequestLine, end: string): string {
  const { requestId, method, path, status, ms, client, traceId } = line
  const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`
  const from = `"requestId":${quoted(requestId)},"method":${quoted(method)},"path":${quoted(path)}`

  return `{"level":"info","time":"${isoTime(Date.now())}",${from},"status":${status},"ms":${ms},"client":${quoted(client)}${trace}${end}`
}

/** Most texts need no escaping, and this test is cheaper than JSON.stringify. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))
const PLAIN = /^[\x20!#-[\]-~]*$/

const unbuffered = (destination: DestinationStream) => ({
  write: (line: string) => destination.write(line),
  collect: (line: string) => destination.write(line),
})

/** Collected lines are written at every exit of the process, except SIGKILL and crashes of the runtime. */
function standardOutput() {
  const destination = pino.destination({ fd: 1, sync: true })
  const buffer = lineBuffer(destination)
  process.on('exit', () => {
    try {
      buffer.flush()
      destination.flushSync()
    } catch {
      // The disk is full or the reader has closed; the exit code must stay unchanged.
    }
  })

  return buffer
}

/**
 * Only message, stack and cause: fields of library errors may contain rows (PostgreSQL's `detail`) or credentials (SMTP, HTTP).
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

let second = Number.NaN
let beginning = ''

/** `toISOString` for times since 1970, formatted once a second because requests are logged more often. */
export function isoTime(ms: number): string {
  const rest = ms % 1000
  if (ms - rest !== second) {
    second = ms - rest
    beginning = new Date(second).toISOString().slice(0, -'000Z'.length)
  }

  return `${beginning}${String(rest).padStart(3, '0')}Z`
}
