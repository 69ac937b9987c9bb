import type { Database } from '@app/platform/db/database.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { bodyLimit } from '@app/platform/http/frame/body-limit.ts'
import type { RequestContext } from '@app/platform/http/frame/context.ts'
import { plainFailures } from '@app/platform/http/frame/failures.ts'
import type { Log } from '@app/platform/log/log.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import {
  receiveEvent as receiveBillingEvent,
  type WebhookSettings,
} from '#billing/events/receive-event.ts'
import type { EventReader } from '#code-host/events/event-thread.ts'
import { receiveEvent } from '#code-host/events/receive-event.ts'

type Needs = {
  db: Database
  log: Log
  events: EventReader
  /** Without a configured secret, no signature can be checked. */
  githubSecrets: readonly string[]
  /** null: the same, for the payment provider. */
  lemonSqueezy: WebhookSettings | null
  count: (provider: Provider, outcome: string) => void
}

type Provider = 'github' | 'lemon-squeezy'

/** A push with many commits is long. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const LEMON_SQUEEZY_LIMIT_BYTES = 1024 * 1024

/** Providers' webhooks, to be mounted at /webhooks. */
export const webhookRoutes = ({ db, log, events, githubSecrets, lemonSqueezy, count }: Needs) =>
  new Hono<RequestContext>()
    .onError(plainFailures(log))
    .use(bodyLimit(BODY_LIMIT_BYTES))
    .use('/github', countRefusals('github', count))
    .use('/lemon-squeezy', countRefusals('lemon-squeezy', count))
    .post('/github', async (c) => {
      if (githubSecrets.length === 0) throw notExpected()
      const outcome = await receiveEvent(
        { db, events, webhookSecrets: githubSecrets },
        await delivery(c),
      )

      count('github', outcome === 'known' ? 'duplicate' : 'received')
      return c.json({ received: true, duplicate: outcome === 'known' }, 202)
    })
    .post('/lemon-squeezy', bodyLimit(LEMON_SQUEEZY_LIMIT_BYTES), async (c) => {
      if (lemonSqueezy === null) throw billingNotExpected()
      const body = new Uint8Array(await c.req.arrayBuffer())
      const signature = c.req.header('x-signature')
      const outcome = await receiveBillingEvent({ db, ...lemonSqueezy }, { body, signature })

      count('lemon-squeezy', outcome === 'known' ? 'duplicate' : 'received')
      // The provider redelivers after any other success status.
      return c.json({ received: true, duplicate: outcome === 'known' }, 200)
    })

const countRefusals =
  (provider: Provider, count: Needs['count']): MiddlewareHandler<RequestContext> =>
  async (c, next) => {
    await next()
    if (!c.res.ok) count(provider, c.res.status < 500 ? 'refused' : 'failed')
  }

const delivery = async (c: Context<RequestContext>) => ({
  body: new Uint8Array(await c.req.arrayBuffer()),
  signature: c.req.header('x-hub-signature-256'),
  name: c.req.header('x-github-event'),
})

const notExpected = () =>
  new AppError('GITHUB_NOT_CONFIGURED', 503, 'No webhook secret is configured')

const billingNotExpected = () =>
  new AppError('billing_not_configured', 503, 'No webhook secret is configured')
