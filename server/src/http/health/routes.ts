import { isIP } from 'node:net'
import { Hono } from 'hono'
import type { Database } from '#db/database.ts'
import type { RequestContext } from '#http/frame/context.ts'
import type { Metrics } from '#log/metrics.ts'

type Needs = { db: Pick<Database, 'ping'>; metrics: Metrics; isDraining: () => boolean }

/** For machines that watch us: alive, ready for traffic, and in numbers. */
export function healthRoutes({ db, metrics, isDraining }: Needs) {
  return new Hono<RequestContext>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      c.header('cache-control', 'no-store')
      if (isDraining()) return c.json({ status: 'draining' }, 503)

      await db.ping()
      return c.json({ status: 'ready' })
    })
    .get('/metrics', async (c) => {
      if (!isNear(c.env.incoming.clientAddress)) return c.notFound()

      const { type, text } = await metrics.page()
      return c.body(text, 200, { 'content-type': type, 'cache-control': 'no-store' })
    })
}

/** Numbers about the inside are for our own network, not for visitors. */
function isNear(address: string): boolean {
  return isIP(address) === 6
    ? address === '::1' || /^f[cd]/i.test(address)
    : /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)
}
