import type { MiddlewareHandler } from 'hono'

const REQUEST_HEADERS = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'x-region',
  'x-retry-count',
]
const DAY_S = 86_400

/** Pages and extensions of any origin may call, since nothing is done on behalf of a cookie. */
export const cors: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    const asked = (c.req.header('access-control-request-headers') ?? '').toLowerCase().split(',')
    const more = asked.map((name) => name.trim()).filter((name) => /^[\w-]+$/.test(name))

    return c.body(null, 204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': [...new Set([...REQUEST_HEADERS, ...more])].join(', '),
      'access-control-max-age': String(DAY_S),
    })
  }
  await next()
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', 'x-relay-error, sb-error-code, retry-after')
  return
}
