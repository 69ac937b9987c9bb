import { Hono } from 'hono'
import type { Database } from '#db/database.ts'
import type { RequestContext } from '#http/frame/context.ts'

type Needs = { db: Pick<Database, 'ping' | 'replica'>; isDraining: () => boolean }

/** Health checks: alive, and ready for traffic. */
export function healthRoutes({ db, isDraining }: Needs) {
  return new Hono<RequestContext>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      c.header('cache-control', 'no-store')
      if (isDraining()) return c.json({ status: 'draining' }, 503)

      const { timeline } = await db.ping()
      return c.json({
        status: 'ready',
        ...(timeline !== null && { timeline }),
        ...(db.replica && { replica: db.replica.state() }),
      })
    })
}
