import { Hono } from 'hono'
import { overviewPages } from '#checkout/pages/portal-pages.ts'
import { API_KEY, STORE, WEBHOOK_SECRET } from '#checkout/state/objects.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type Standin, type StartOptions, standin } from '#runtime/standin.ts'
import { apiListener } from './api-listener.ts'
import { checkoutControl } from './control/control-routes.ts'
import { checkoutPages } from './pages/checkout-pages.ts'
import { portalPages } from './pages/portal-pages.ts'
import { openCheckoutMemory } from './state/memory.ts'

/** Plays Lemon Squeezy: checkouts, subscriptions, invoices and webhooks, with play money. */
const playCheckout = (isDemo: boolean): Standin =>
  standin({
    name: 'checkout',
    title: 'Checkout',
    plays: 'Plays Lemon Squeezy: cards are test cards, and no money moves.',
    links: [{ href: '/', label: 'Subscriptions' }],
    remember: (place) => openCheckoutMemory(place, isDemo),
    app: (needs) =>
      new Hono()
        .use(sameOriginOnly)
        .route('/', overviewPages(needs))
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
