import type { MiddlewareHandler } from 'hono'

/** Answers here are about one person and one moment, unless a route says otherwise. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
