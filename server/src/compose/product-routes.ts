import type { Clock } from '@app/platform/clock/clock.ts'
import { sharingOrigins } from '@app/platform/compose/open-files.ts'
import type { Database } from '@app/platform/db/database.ts'
import { bodyLimit } from '@app/platform/http/frame/body-limit.ts'
import type { RequestContext } from '@app/platform/http/frame/context.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Metrics } from '@app/platform/log/metrics.ts'
import type { MailBrand } from '@app/platform/mail/layout/content.ts'
import { Hono } from 'hono'
import type { WebhookSettings } from '#billing/events/receive-event.ts'
import type { EventHost } from '#code-host/events/event-thread.ts'
import type { Config } from '#config/config.ts'
import { mailPreviewRoutes } from '#http/dev/mail-preview.ts'
import type { ExtensionBuild } from '#http/extension/extension-file.ts'
import { extensionRoutes } from '#http/extension/routes.ts'
import { newsletterRoutes } from '#http/newsletter/routes.ts'
import type { OtherBuilds } from '#http/pages/other-builds.ts'
import type { PageCache } from '#http/pages/page-cache.ts'
import { pageRoutes } from '#http/pages/routes.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import { statusRoutes } from '#http/status/routes.ts'
import { webhookRoutes } from '#http/webhooks/routes.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import { productRelease } from './folders.ts'

type Needs = {
  config: Config
  mailBrand: MailBrand
  db: Database
  log: Log
  web: WebBuild
  pages: PageCache
  otherBuilds: OtherBuilds
  extension: ExtensionBuild
  newsletter: Newsletter
  clock: Clock
  codeHost: Pick<EventHost, 'events' | 'github'>
  metrics: Pick<Metrics, 'webhookReceived'>
}

const BODY_LIMIT_BYTES = 1024 * 1024

/** The product's own routes: webhooks, the newsletter form, what extensions read, pages. */
export async function productRoutes(needs: Needs): Promise<Hono<RequestContext>> {
  const { config, mailBrand, db, log, web, pages, otherBuilds } = needs
  const { extension, newsletter, codeHost } = needs
  const count = needs.metrics.webhookReceived
  const { events } = codeHost
  const { isProduction } = config
  const services = {
    github: codeHost.github !== null,
    payments: config.lemonSqueezy.apiKey !== null,
    files: config.files.s3 !== null,
  }
  const githubSecrets = [config.githubApp, config.githubStandbyApp].flatMap(
    ({ webhookSecrets }) => webhookSecrets,
  )
  const lemonSqueezy = webhookSettings(config)

  return new Hono<RequestContext>()
    .route('/webhooks', webhookRoutes({ db, log, events, githubSecrets, lemonSqueezy, count }))
    .use(bodyLimit(BODY_LIMIT_BYTES))
    .route('/', newsletterRoutes(newsletter))
    .route('/', extensionRoutes({ hints: config.extension.hints, build: extension }))
    .route('/', statusRoutes({ db, clock: needs.clock, services }))
    .route('/', isProduction ? new Hono() : mailPreviewRoutes(mailBrand))
    .route(
      '/',
      await pageRoutes({
        web,
        pictures: sharingOrigins(config.files),
        config: config.public,
        securityContact: config.securityContact,
        builtAt: productRelease().builtAt,
        pages,
        otherBuilds,
        isProduction,
      }),
    )
}

/** null: signatures cannot be checked, or we do not know which store is ours. */
function webhookSettings({ lemonSqueezy }: Config): WebhookSettings | null {
  const { webhookSecrets: secrets, storeId, isTest } = lemonSqueezy

  return secrets.length > 0 && storeId !== null ? { secrets, storeId, isTest } : null
}
