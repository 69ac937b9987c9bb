import { createHash, randomUUID } from 'node:crypto'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { ApiEnv } from './api-env.ts'
import { Refusal, requestTooLarge } from './errors.ts'

const VERSIONS = ['2022-11-28', '2026-03-10']
const DEFAULT_VERSION = '2022-11-28'

/** GitHub allows all origins and exposes these headers. */
export const allowAllOrigins = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'X-GitHub-Api-Version'],
  exposeHeaders: [
    'ETag',
    'Link',
    'Location',
    'Retry-After',
    'X-OAuth-Scopes',
    'X-Accepted-OAuth-Scopes',
    'X-Accepted-GitHub-Permissions',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Used',
    'X-RateLimit-Resource',
    'X-RateLimit-Reset',
    'X-GitHub-Media-Type',
    'X-GitHub-Request-Id',
    'X-GitHub-SSO',
    'Deprecation',
    'Sunset',
  ],
  maxAge: 86_400,
})

/** On every response, whatever its status. */
export const addStandardHeaders = createMiddleware<ApiEnv>(async (c, next) => {
  await next()

  c.header('x-github-request-id', randomUUID().toUpperCase())
  c.header('x-github-media-type', 'github.v3; format=json')
  c.header('x-content-type-options', 'nosniff')
})

export const requireUserAgent = createMiddleware<ApiEnv>(async (c, next) => {
  if (!c.req.header('user-agent')) {
    return c.text('Forbidden: a request must say in its User-Agent header who makes it.\n', 403)
  }
  return next()
})

export const requireKnownVersion = createMiddleware<ApiEnv>(async (c, next) => {
  const version = c.req.header('x-github-api-version') ?? DEFAULT_VERSION
  if (!VERSIONS.includes(version)) {
    throw new Refusal(400, `There is no API version "${version}".`)
  }
  c.set('version', version)
  c.header('x-github-api-version-selected', version)
  return next()
})

/** ETags by content; answers 304 when the client has that content. */
export const notModified = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  if (c.req.method !== 'GET' || c.res.status !== 200) return

  const content = await c.res.clone().text()
  const etag = `W/"${createHash('sha256').update(content).digest('hex')}"`
  const known = (c.req.header('if-none-match') ?? '').split(/\s*,\s*/)
  if (known.includes(etag)) c.res = new Response(null, { status: 304, headers: c.res.headers })
  c.header('etag', etag)
})

/** Refuses a large request before it is in memory. */
export const limitBodies = ({ memory: { limits } }: GithubNeeds) =>
  createMiddleware<ApiEnv>((c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const maxSize = limits.state.requestBytes ?? Infinity
    const onError = () => {
      throw requestTooLarge()
    }

    return bodyLimit({ maxSize, onError })(c, next)
  })
