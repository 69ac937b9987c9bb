import type { MiddlewareHandler } from 'hono'

const REQUEST_HEADERS = [
  'apikey',
  'authorization',
  'baggage',
  'cache-control',
  'content-type',
  'if-none-match',
  'range',
  'traceparent',
  'tracestate',
  'x-client-info',
  'x-metadata',
  'x-robots-tag',
  'x-upsert',
]
const ANSWER_HEADERS =
  'Content-Length, Content-Range, Content-Disposition, ETag, Last-Modified, Accept-Ranges, Retry-After'
const DAY_S = 86_400

/** Any page may ask: nothing here is done on behalf of a cookie. */
export const cors: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    const asked = (c.req.header('access-control-request-headers') ?? '').toLowerCase().split(',')
    const more = asked.map((name) => name.trim()).filter((name) => /^[\w-]+$/.test(name))

    return c.body(null, 204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': [...new Set([...REQUEST_HEADERS, ...more])].join(', '),
      'access-control-max-age': String(DAY_S),
    })
  }
  await next()
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', ANSWER_HEADERS)
  return
}
