import type { MiddlewareHandler } from 'hono'

type Options = { isSecure: boolean }

/** For every answer, page or not. A page adds its Content-Security-Policy itself. */
export function securityHeaders({ isSecure }: Options): MiddlewareHandler {
  return async (c, next) => {
    await next()

    const { headers } = c.res
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    if (isSecure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
}
