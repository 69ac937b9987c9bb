import type { FramedRequest, Handler } from '#http/frame/framed-request.ts'
import { pathOf } from '#http/frame/framed-request.ts'

/** The state of a server that cannot serve yet. */
export type StartStatus = 'starting' | 'migrating'

type Options = {
  status: () => StartStatus
  /** HTML for a browser, in a language that it accepts; null: pages get the same answer as other requests. */
  page?: ((request: FramedRequest) => string) | null
}

/** Longer than a usual start, shorter than users wait. */
const RETRY_AFTER_S = '5'
const MESSAGE = 'The server is starting'
const CODE = 'database_unavailable'

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/**
 * Answers requests until the database is open and migrated. Answers 503 in the format of each surface, except `/healthz`: the process is
 * alive. Imports no surfaces, because they load while this handler answers. Token refreshes get no answer. The published extension drops
 * its session on every status but 200, and keeps it when the connection fails.
 */
export const startingHandler =
  ({ status, page = null }: Options): Handler =>
  (incoming, outgoing) => {
    const path = pathOf(incoming)
    const send = (code: number, headers: Record<string, string>, body: string) => {
      outgoing.writeHead(code, { ...COMMON, ...headers })
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
      // An unread body must not block the connection.
      incoming.resume()
    }
    const json = (code: number, body: object, headers: Record<string, string> = {}) =>
      send(code, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))

    if (path === '/healthz') return json(200, { status: 'ok' })
    if (isRefresh(path, incoming)) return void incoming.destroy()
    const surface = /^\/(auth|rest|storage|functions)\/v1(?=\/|$)/.exec(path)?.[1]
    if (surface && incoming.method === 'OPTIONS') return send(204, preflight(incoming), '')

    const unavailable = { 'retry-after': RETRY_AFTER_S }
    if (path === '/readyz') return json(503, { status: status() }, unavailable)
    if (surface) {
      const { body, headers } = DIALECTS[surface as keyof typeof DIALECTS](incoming)
      return json(503, body, { ...unavailable, ...headers, ...CORS })
    }
    if (page && isPage(incoming)) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CSP }
      return send(503, { ...unavailable, ...headers }, page(incoming))
    }
    return json(503, { error: MESSAGE, code: CODE }, unavailable)
  }

const CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, X-Supabase-Api-Version',
}

type Dialect = (request: FramedRequest) => { body: object; headers?: Record<string, string> }

const DIALECTS: Record<'auth' | 'rest' | 'storage' | 'functions', Dialect> = {
  auth: ({ headers }) => {
    const version = String(headers['x-supabase-api-version'] ?? '')
    const isModern = /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN

    return {
      body: isModern
        ? { code: CODE, message: MESSAGE }
        : { code: 503, error_code: CODE, msg: MESSAGE },
      headers: { 'x-sb-error-code': CODE, ...(isModern && { 'x-supabase-api-version': MODERN }) },
    }
  },
  // Answers like PostgREST before it has read the schema.
  rest: () => ({
    body: {
      code: 'PGRST002',
      message: 'Could not query the database for the schema cache. Retrying.',
      details: null,
      hint: null,
    },
    headers: { 'proxy-status': 'PostgREST; error=PGRST002' },
  }),
  storage: () => ({
    body: { statusCode: '503', error: 'DatabaseError', message: MESSAGE, code: 'DatabaseError' },
  }),
  functions: () => ({ body: { message: MESSAGE, error: MESSAGE, code: CODE } }),
}

/** From this version on, clients read `code` and `message`; older clients read `error_code` and `msg`. */
const MODERN = '2024-01-01'

const preflight = ({ headers }: FramedRequest): Record<string, string> => ({
  ...CORS,
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    headers['access-control-request-headers']?.replace(/[^\w, -]/g, '') ?? '',
})

const isRefresh = (path: string, { method, url = '' }: FramedRequest): boolean =>
  method === 'POST' && path === '/auth/v1/token' && url.includes('grant_type=refresh_token')

const isPage = ({ method, headers }: FramedRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')
