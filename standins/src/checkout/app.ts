import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { ApiRefusal, notFound } from '#checkout/api/conventions.ts'
import { checkoutRoutes, subscriptionRoutes } from '#checkout/api/write-routes.ts'
import { API_KEY, STORE, WEBHOOK_SECRET } from '#checkout/state/objects.ts'
import { sendDue } from '#checkout/webhooks/announce.ts'
import { injectFaults } from '#runtime/faults.ts'
import { loopbackOnly, sameOriginOnly } from '#runtime/guard.ts'
import { httpListener, type Listener } from '#runtime/listener.ts'
import { logRequests } from '#runtime/request-log.ts'
import { type Standin, type StartOptions, standin } from '#runtime/standin.ts'
import { JSON_API, limitCalls, playTimeFirst, requireKey } from './api/conventions.ts'
import { readRoutes } from './api/read-routes.ts'
import { catchUp } from './billing/act.ts'
import { checkoutControl } from './control/control-routes.ts'
import { checkoutPages } from './pages/checkout-pages.ts'
import { listSubscriptions, portalPages } from './pages/portal-pages.ts'
import { type CheckoutNeeds, openCheckoutMemory } from './state/memory.ts'

/** Plays Lemon Squeezy: checkouts, subscriptions, invoices and webhooks, with play money. */
const playCheckout = (isDemo: boolean): Standin =>
  standin({
    name: 'checkout',
    title: 'Checkout',
    plays: 'Plays Lemon Squeezy: cards are test cards, and no money moves.',
    home: 'Subscriptions',
    list: listSubscriptions,
    remember: (place) => openCheckoutMemory(place, isDemo),
    app: (needs) =>
      new Hono()
        .use(sameOriginOnly)
        .route('/', checkoutPages(needs))
        .route('/', portalPages(needs)),
    control: checkoutControl,
    listeners: { api: apiListener },
  })

/** With the subscription of the product's demo member. */
export const checkout = playCheckout(true)

type CheckoutOptions = Pick<StartOptions, 'dataDir' | 'productUrl'> & { isDemo?: boolean }

/** `env` contains variables for the product's configuration. */
export async function startCheckout({ isDemo = false, ...options }: CheckoutOptions) {
  const { url, addresses, close } = await playCheckout(isDemo).start(options)
  const apiUrl = addresses.api ?? ''

  return {
    url,
    apiUrl,
    webhookSecret: WEBHOOK_SECRET,
    env: {
      LEMON_SQUEEZY_API_URL: apiUrl,
      LEMON_SQUEEZY_DASHBOARD_URL: url,
      LEMON_SQUEEZY_API_KEY: API_KEY,
      LEMON_SQUEEZY_STORE_ID: String(STORE.id),
      LEMON_SQUEEZY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      LEMON_SQUEEZY_TEST_MODE: 'true',
    },
    close,
  }
}

const TICK_MS = 200

/** The API on its own address, as the vendor's is. Time passes while it listens. */
export function apiListener(needs: CheckoutNeeds): Listener {
  const listener = httpListener(api(needs))
  let ticking: NodeJS.Timeout | undefined
  let isBusy = false
  // Another stand-in may move the clock, so it is polled.
  const tick = async () => {
    if (isBusy) return
    isBusy = true
    await passTime(needs).catch((error) => {
      process.stderr.write(`stand-in time failed: ${error.stack}\n`)
    })
    isBusy = false
  }

  return {
    open(port) {
      ticking = setInterval(tick, TICK_MS).unref()
      return listener.open(port)
    },
    close() {
      clearInterval(ticking)
      return listener.close()
    },
  }
}

async function passTime(needs: CheckoutNeeds): Promise<void> {
  const { deliveries } = needs.memory
  await catchUp(needs)
  if (deliveries.nextDue(needs.clock.now())) await deliveries.enqueue(() => sendDue(needs))
}

function api(needs: CheckoutNeeds) {
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.onError((error, c) => {
    if (error instanceof ApiRefusal) {
      return c.body(JSON.stringify(error.body), error.status, {
        'content-type': JSON_API,
      })
    }
    process.stderr.write(`stand-in request failed: ${c.req.method} ${c.req.path}\n${error.stack}\n`)
    return c.json({ message: 'Server Error' }, 500)
  })
  app.use(loopbackOnly, logRequests(needs.log), injectFaults(needs.faults))
  app.use(requireKey, limitCalls(needs), playTimeFirst(needs))
  app.route('/', checkoutRoutes(needs))
  app.route('/', subscriptionRoutes(needs))
  app.route('/', readRoutes(needs))
  app.notFound((c) => c.json(notFound().body as object, 404))

  return app
}
