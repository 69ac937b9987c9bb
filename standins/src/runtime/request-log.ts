import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { Clock } from './clock.ts'

const KEPT = 10_000
/** Older ones are kept without headers and body. */
const KEPT_WHOLE = 500
const MAX_BODY_BYTES = 64 * 1024

export type LoggedRequest = {
  /** Counts up from 1, so that a test can request later calls. */
  number: number
  at: string
  method: string
  path: string
  /** null: there was no answer, because the connection was dropped. */
  status: number | null
  headers: unknown
  body: unknown
}

export type RequestLog = ReturnType<typeof openRequestLog>

/** The latest calls, kept in RAM only. */
export function openRequestLog(clock: Clock) {
  let entries: LoggedRequest[] = []
  let number = 0

  return {
    /** Newest first. */
    list: () => entries.toReversed(),
    add(entry: Omit<LoggedRequest, 'at' | 'number'>) {
      number += 1
      entries.push({ number, at: new Date(clock.now()).toISOString(), ...entry })
      const aged = entries.at(-KEPT_WHOLE - 1)
      if (aged) Object.assign(aged, { headers: null, body: null })
      if (entries.length > KEPT) entries = entries.slice(-KEPT)
    },
    clear() {
      entries = []
    },
  }
}

export const logRequests = (log: RequestLog) =>
  createMiddleware<{ Bindings: HttpBindings }>(async (c, next) => {
    const body = await readBody(c.req.raw, () => c.req.text())
    await next()

    log.add({
      method: c.req.method,
      path: c.req.path + redactQuery(new URL(c.req.url).search),
      status: c.env.incoming.socket.destroyed ? null : c.res.status,
      headers: redactSecrets(c.req.header()),
      body,
    })
  })

/** Reads only small JSON and form bodies, not a pushed repository. */
async function readBody(request: Request, text: () => Promise<string>): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const size = Number(request.headers.get('content-length') ?? 0)
  if (size === 0 || size > MAX_BODY_BYTES) return null
  if (type.includes('form-urlencoded')) {
    return redactSecrets(Object.fromEntries(new URLSearchParams(await text())))
  }
  if (!type.includes('json')) return null

  return parsed(await text())
}

function parsed(json: string): unknown {
  try {
    return redactSecrets(JSON.parse(json))
  } catch {
    return '(not JSON)'
  }
}

const REDACTED = '•••'
const SECRET_NAMES =
  /^(code|key|otp|sig|state|cookie|set-cookie|authorization)$|token|secret|passw|signature|api-?_?key|verifier|assertion|credential/i

/** Logs have many readers, so secret values are redacted; field names stay. */
const redactSecrets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner) => (isSecret(name) ? REDACTED : inner)))

function redactQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of new Set(query.keys())) if (isSecret(name)) query.set(name, REDACTED)
  const text = query.toString()

  return text ? `?${text}` : ''
}

const isSecret = (name: string) => SECRET_NAMES.test(name)
