import { Hono } from 'hono'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Files } from '@app/platform/files/files.ts'
import type { AuthNeeds } from '@app/platform/http/auth/auth-needs.ts'
import { BASE as AUTH } from '@app/platform/http/auth/base.ts'
import { authRoutes } from '@app/platform/http/auth/routes.ts'
import { mailPreviewRoutes } from '#http/dev/mail-preview.ts'
import { bodyLimit } from '@app/platform/http/frame/body-limit.ts'
import { clientAddresses } from '@app/platform/http/frame/client-address.ts'
import type { RequestContext } from '@app/platform/http/frame/context.ts'
import { plainFailures } from '@app/platform/http/frame/failures.ts'
import type { Serve } from '@app/platform/http/frame/framed-request.ts'
import { honoServed } from '@app/platform/http/frame/hono-served.ts'
import { requestFrame } from '@app/platform/http/frame/request-frame.ts'
import { under } from '@app/platform/http/frame/under.ts'
import { type Collectors, metricsRoutes } from '@app/platform/http/health/metrics-routes.ts'
import { healthRoutes } from '@app/platform/http/health/routes.ts'
import { newsletterRoutes } from '#http/newsletter/routes.ts'
import type { PageCache } from '#http/pages/page-cache.ts'
import { pageRoutes } from '#http/pages/routes.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import { storageRoutes } from '@app/platform/http/storage/routes.ts'
import { webhookRoutes } from '#http/webhooks/routes.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Metrics } from '@app/platform/log/metrics.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import { REST } from './open-data-api.ts'

export type Needs = {
  config: Config
  db: Database
  clock: Clock
  log: Log
  metrics: Metrics
  web: WebBuild
  pages: PageCache
  auth: AuthNeeds
  files: Files
  rest: Serve
  functions: Hono<RequestContext>
  newsletter: Newsletter
  isDraining: () => boolean
}

const BODY_LIMIT_BYTES = 1024 * 1024

/** Which address leads where. */
export async function createApp(needs: Needs): Promise<Serve> {
  const { config, db, log, metrics, web, auth, files, rest, isDraining } = needs
  const { functions, newsletter, pages } = needs
  const { liveReload } = config
  const addressOf = clientAddresses(config.trustedProxies)
  const { apiKeys, identity } = auth
  const { tokens } = identity

  // Not strict: a slash at the end leads to the same place.
  const app = new Hono<RequestContext>({ strict: false })
    .onError(plainFailures(log))
    .notFound((c) => c.json({ error: 'Not found', code: 'not_found' }, 404))
    .route(AUTH, authRoutes(auth))
    .route('/storage/v1', storageRoutes({ files, tokens, apiKeys, log }))
    .route('/functions/v1', functions)
    .route('/webhooks', webhookRoutes({ db, log, githubSecret: webhookSecretOf(config) }))
    .use(bodyLimit(BODY_LIMIT_BYTES))
    .route('/', newsletterRoutes(newsletter))
    .route('/', healthRoutes({ db, isDraining }))
    .route('/', metricsRoutes(metrics, collectorsAmongVisitors(config)))
    .route('/', config.isProduction ? new Hono() : mailPreviewRoutes(config.public))
    .route('/', await pageRoutes({ web, config: config.public, pages, liveReload }))

  return requestFrame(
    { log, metrics, addressOf, isSecure: config.siteUrl.startsWith('https:') },
    under(REST, rest, honoServed(app)),
  )
}

/** Behind the port that visitors reach: with a token, in development from this machine, else not at all. */
function collectorsAmongVisitors({ metrics: { port, token }, isProduction }: Config): Collectors {
  if (port !== null) return 'nobody'
  if (token !== null) return { token }

  return isProduction ? 'nobody' : 'this machine'
}

/** The collectors' own listener, which asks for the token where there is one. */
export const metricsApp = ({ metrics: { token } }: Config, metrics: Metrics): Serve =>
  honoServed(metricsRoutes(metrics, token === null ? 'everybody' : { token }))

const webhookSecretOf = ({ providers }: Config) => providers.github?.app.webhookSecret ?? null
