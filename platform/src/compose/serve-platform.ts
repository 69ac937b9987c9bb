import { Hono } from 'hono'
import type { PlatformConfig } from '#config/platform-config.ts'
import { BASE as AUTH } from '#http/auth/base.ts'
import { authRoutes } from '#http/auth/routes.ts'
import { clientAddresses, trustedPeers } from '#http/frame/client-address.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { plainFailures } from '#http/frame/failures.ts'
import type { Handler } from '#http/frame/framed-request.ts'
import { honoHandler, mount } from '#http/frame/handlers.ts'
import { noteWriters } from '#http/frame/note-writers.ts'
import { type RequestTracing, requestFrame } from '#http/frame/request-frame.ts'
import { type Collectors, metricsRoutes } from '#http/health/metrics-routes.ts'
import { healthRoutes } from '#http/health/routes.ts'
import { openApiRoutes } from '#http/openapi/routes.ts'
import { realtimeRoutes } from '#http/realtime/routes.ts'
import { realtimeSockets } from '#http/realtime/upgrade.ts'
import { storageRoutes } from '#http/storage/routes.ts'
import type { Metrics } from '#log/metrics.ts'
import type { Tracing } from '#log/tracing.ts'
import { REST } from './open-data-api.ts'
import type { Platform } from './open-platform.ts'
import { openPorts, type Ports } from './open-ports.ts'
import { REALTIME } from './open-realtime.ts'

type Routes = {
  /** Mounted at /functions/v1. */
  functions: Hono<RequestContext>
  /** The program's own routes, which come last. */
  own?: Hono<RequestContext>
}

export type Serving = {
  url: string
  /** Resolves after running requests have finished. The caller closes what it opened. */
  stop(): Promise<void>
}

/** Serves all routes on the configured port until it is stopped. */
export async function servePlatform(
  platform: Platform,
  routes: Routes,
  opened?: Ports,
): Promise<Serving> {
  const { config, db, limits, metrics, realtime, rest, switches } = platform
  let isDraining = false
  const draining = () => isDraining
  const isWorker = config.run === 'worker'
  const handler = isWorker
    ? workerHandler(platform, draining)
    : handlerOf(platform, routes, draining)
  const ports = opened ?? (await openPorts(config, handler))
  ports.metrics?.serve(collectorsHandler(config, metrics))
  const stopWatching = realtime === null ? () => {} : db.watchCommits(() => realtime.wake())
  await realtime?.start()
  ports.main.serve(handler)

  return {
    url: `http://${hostInUrl(config.host)}:${ports.main.port}`,
    stop: async () => {
      isDraining = true
      await Promise.all([
        ports.main.drain(config.drainDelayMs),
        realtime?.drain(config.drainDelayMs),
      ])
      stopWatching()
      // A database that is away loses a few seconds of uses.
      await limits.charge().catch(() => {})
      await ports.metrics?.drain()
      await switches.close()
      await rest.close()
    },
  }
}

function handlerOf(platform: Platform, routes: Routes, isDraining: () => boolean): Handler {
  const { config, db, log, metrics, auth, files, realtime, rest } = platform
  const { apiKeys, identity } = auth
  const storage = {
    files,
    tokens: identity.tokens,
    apiKeys,
    log,
    countBytes: metrics.fileBytes,
    appName: config.app.name,
  }

  // Not strict: a trailing slash makes no difference.
  const app = new Hono<RequestContext>({ strict: false })
    .onError(plainFailures(log))
    .notFound((c) => c.json({ error: 'Not found', code: 'not_found' }, 404))
    .route(AUTH, authRoutes(auth))
    .route('/storage/v1', storageRoutes(storage))
    .route('/functions/v1', routes.functions)
    .route(REALTIME, realtime === null ? new Hono<RequestContext>() : realtimeRoutes(realtime))
    .route('/', openApiRoutes({ title: config.app.title, apiUrl: config.apiUrl }))
    .route('/', healthRoutes({ db, isDraining }))
    .route('/', metricsRoutes(metrics, collectorsAmongVisitors(config)))
    .route('/', routes.own ?? new Hono<RequestContext>())
  // Hono builds its router at the first request, so this request spares clients the wait.
  void app.request('/healthz')

  return requestFrame(
    frameOf(platform),
    mount(REST, rest.serve, noting(platform, withSockets(realtime, honoHandler(app)))),
  )
}

/** Only where a replica is configured. */
function noting({ auth, rest: { replica } }: Platform, others: Handler): Handler {
  if (replica === null) return others
  const { apiKeys, identity } = auth

  return noteWriters(
    { tokens: identity.tokens, apiKeys },
    (...who) => replica.wrote(...who),
    others,
  )
}

/** A worker answers health checks and collectors only. */
function workerHandler(platform: Platform, isDraining: () => boolean): Handler {
  const { config, db, log, metrics } = platform
  const app = new Hono<RequestContext>({ strict: false })
    .onError(plainFailures(log))
    .notFound((c) => c.json({ error: 'This server only runs jobs', code: 'not_found' }, 404))
    // It reads nothing from a replica.
    .route('/', healthRoutes({ db: { ping: db.ping }, isDraining }))
    .route('/', metricsRoutes(metrics, collectorsAmongVisitors(config)))

  return requestFrame(frameOf(platform), honoHandler(app))
}

const frameOf = ({ config, log, metrics, tracing }: Platform) => ({
  log,
  metrics,
  tracing: tracing && requestTracing(tracing, config),
  addressOf: clientAddresses(config.trustedProxies),
  isSecure: config.siteUrl.startsWith('https:'),
})

/** A trace that a client begins would reach the collector as often as the client likes. */
function requestTracing(tracing: Tracing, { trustedProxies }: PlatformConfig): RequestTracing {
  const isTrusted = trustedPeers(trustedProxies)

  return {
    requestBegan: (peer, traceParent) =>
      tracing.requestBegan(isTrusted(peer) ? traceParent : undefined),
    requestEnded: tracing.requestEnded,
  }
}

function withSockets(realtime: Platform['realtime'], others: Handler): Handler {
  if (realtime === null) return others

  return mount(`${REALTIME}/websocket`, realtimeSockets(realtime), others)
}

/** Metrics on the public port: with a token, or in development from this machine; otherwise not at all. */
function collectorsAmongVisitors({
  metrics: { port, token },
  isProduction,
}: PlatformConfig): Collectors {
  if (port !== null) return 'nobody'
  if (token !== null) return { token }

  return isProduction ? 'nobody' : 'this machine'
}

/** For the metrics listener, which requires the token if there is one. */
function collectorsHandler({ metrics: { token } }: PlatformConfig, metrics: Metrics): Handler {
  return honoHandler(metricsRoutes(metrics, token === null ? 'everybody' : { token }))
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
