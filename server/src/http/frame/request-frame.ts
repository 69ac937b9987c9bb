import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { inRequest, type Log } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
import type { RequestContext } from './context.ts'

type Needs = {
  log: Log
  metrics: Metrics
  addressOf: (peer: string, forwardedFor: string | undefined) => string
}

const REQUEST_ID = /^[\w.-]{8,64}$/

/** Around every request: its id, its client, its line in the log and its place in the metrics. */
export function requestFrame({
  log,
  metrics,
  addressOf,
}: Needs): MiddlewareHandler<RequestContext> {
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID()
    const peer = c.env.incoming.socket.remoteAddress ?? ''
    c.set('requestId', requestId)
    c.set('clientAddress', addressOf(peer, c.req.header('x-forwarded-for')))

    await inRequest(requestId, async () => {
      const began = performance.now()
      await next()
      const seconds = (performance.now() - began) / 1000

      c.header('x-request-id', requestId)
      metrics.requestAnswered(surfaceOf(c.req.path), c.req.method, c.res.status, seconds)
      // The path only: a query may carry tokens and codes.
      log.info({
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(seconds * 1000),
        client: c.get('clientAddress'),
      })
    })
  }
}

/** A handful of names, whatever paths people invent: metrics must not grow with them. */
function surfaceOf(path: string): string {
  const api = /^\/(auth|rest|storage|functions)\/v1(?=\/|$)/.exec(path)
  if (api?.[1]) return api[1]
  if (path.startsWith('/webhooks/')) return 'webhooks'
  if (path.startsWith('/assets/')) return 'assets'

  return /^\/(healthz|readyz|metrics)$/.test(path) ? 'health' : 'pages'
}
