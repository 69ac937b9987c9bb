import type { MiddlewareHandler } from 'hono'
import type { RequestContext } from './context.ts'

type Settings = {
  methods: string
  /** Always allowed, in addition to those that a preflight requests. */
  requestHeaders: readonly string[]
  /** Response headers that a page may read. */
  exposedHeaders: string
}

const DAY_S = 86_400

/** Pages and extensions of any origin may call, because cookies give no rights. */
const cors =
  ({ methods, requestHeaders, exposedHeaders }: Settings): MiddlewareHandler<RequestContext> =>
  async (c, next) => {
    if (c.req.method === 'OPTIONS') {
      const requested = (c.req.header('access-control-request-headers') ?? '')
        .toLowerCase()
        .split(',')
      const more = requested.map((name) => name.trim()).filter((name) => /^[\w-]+$/.test(name))

      return c.body(null, 204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': methods,
        'access-control-allow-headers': [...new Set([...requestHeaders, ...more])].join(', '),
        'access-control-max-age': String(DAY_S),
      })
    }
    const { frameHeaders } = c.env.outgoing
    frameHeaders.push('access-control-allow-origin', '*')
    frameHeaders.push('access-control-expose-headers', exposedHeaders)

    return next()
  }

export const authCors = cors({
  methods: 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  requestHeaders: [
    'accept',
    'authorization',
    'apikey',
    'content-type',
    'x-client-info',
    'x-client-ip',
    'x-supabase-api-version',
    'x-jwt-aud',
    'x-use-cookie',
  ],
  // Without the last header, browsers hide the API version and the client loses the error's code.
  exposedHeaders: 'X-Total-Count, Link, Retry-After, X-Supabase-Api-Version',
})

export const functionsCors = cors({
  methods: 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  requestHeaders: [
    'authorization',
    'x-client-info',
    'apikey',
    'content-type',
    'x-region',
    'x-retry-count',
  ],
  exposedHeaders: 'x-relay-error, sb-error-code, retry-after',
})

export const storageCors = cors({
  methods: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  requestHeaders: [
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
  ],
  exposedHeaders:
    'Content-Length, Content-Range, Content-Disposition, ETag, Last-Modified, Accept-Ranges, Retry-After',
})
