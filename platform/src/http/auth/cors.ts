import type { MiddlewareHandler } from 'hono'

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
const REQUEST_HEADERS = [
  'accept',
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-client-ip',
  'x-supabase-api-version',
  'x-jwt-aud',
  'x-use-cookie',
]
// Browsers hide headers that are not listed; without the last one the client loses the error's code.
const ANSWER_HEADERS = 'X-Total-Count, Link, Retry-After, X-Supabase-Api-Version'
const DAY_S = 86_400

/** Any origin may call, because no request is authenticated by a cookie. */
export const cors: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    const asked = (c.req.header('access-control-request-headers') ?? '').toLowerCase()
    const more = asked.split(',').map((name) => name.trim())
    const allowed = new Set([...REQUEST_HEADERS, ...more.filter((name) => /^[\w-]+$/.test(name))])

    return c.body(null, 204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': [...allowed].join(', '),
      'access-control-max-age': String(DAY_S),
    })
  }
  await next()
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', ANSWER_HEADERS)
  return
}
