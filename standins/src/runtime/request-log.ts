import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { Clock } from './clock.ts'
import { redactQuery, redactSecrets } from './secrets.ts'

const KEPT = 500
const MAX_BODY_BYTES = 64 * 1024

export type LoggedRequest = {
  at: string
  method: string
  path: string
  /** null: no answer was given, the connection was cut. */
  status: number | null
  headers: unknown
  body: unknown
}

export type RequestLog = {
  /** Newest first. */
  list(): LoggedRequest[]
  add(entry: Omit<LoggedRequest, 'at'>): void
  clear(): void
}

/** The latest calls, kept in RAM only. */
export function openRequestLog(clock: Clock): RequestLog {
  let entries: LoggedRequest[] = []

  return {
    list: () => entries.toReversed(),
    add(entry) {
      entries.push({ at: new Date(clock.now()).toISOString(), ...entry })
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

/** Small JSON and form bodies only; a push of a repository is not read. */
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
