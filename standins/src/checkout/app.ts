import { Hono } from 'hono'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type Standin, standin } from '#runtime/standin.ts'
import { apiListener } from './api-listener.ts'
import { checkoutControl } from './control/control-routes.ts'
import { openApprovals } from './pages/approvals.ts'
import checkoutCss from './pages/checkout.css?raw'
import { checkoutPages } from './pages/checkout-routes.ts'
import { invoicePages } from './pages/invoice-pages.ts'
import { overviewPages } from './pages/overview-routes.ts'
import { paymentMethodPages } from './pages/payment-method-routes.ts'
import { portalPages } from './pages/portal-routes.ts'
import { openCheckoutMemory } from './state/memory.ts'
import type { CheckoutNeeds } from './state/needs.ts'
import { API_KEY, STORE, WEBHOOK_SECRET } from './state/store.ts'

/** Plays Lemon Squeezy: checkouts, subscriptions, invoices and webhooks, with play money. */
const playCheckout = (isDemo: boolean): Standin =>
  standin({
    name: 'checkout',
    title: 'Checkout',
    plays: 'Plays Lemon Squeezy: cards are test cards, and no money moves.',
    links: [
      { href: '/', label: 'Subscriptions' },
      { href: '/mails', label: 'Mails' },
      { href: '/deliveries', label: 'Webhooks' },
    ],
    files: { 'checkout.css': checkoutCss },
    remember: (place) => openCheckoutMemory(place, isDemo),
    app: pages,
    control: checkoutControl,
    listeners: { api: apiListener },
  })

function pages(needs: CheckoutNeeds): Hono {
  const approvals = openApprovals(needs)

  return new Hono()
    .use(sameOriginOnly)
    .route('/', overviewPages(needs))
    .route('/', checkoutPages(needs, approvals))
    .route('/', portalPages(needs))
    .route('/', paymentMethodPages(needs, approvals))
    .route('/', invoicePages(needs))
    .route('/', approvals.routes())
}

/** With the subscription of the product's demo member. */
export const checkout = playCheckout(true)

type CheckoutOptions = {
  dataDir: string
  ports?: { http?: number; api?: number }
  host?: string
  /** Where the product is; it gets the webhooks. */
  productUrl?: string
  /** Whether the demo member has a subscription from the beginning; default: no. */
  isDemo?: boolean
}

/** `env` is for the product's configuration. */
export async function startCheckout(options: CheckoutOptions) {
  const { dataDir, ports = {}, host, productUrl, isDemo = false } = options
  const { url, addresses, close } = await playCheckout(isDemo).start({
    dataDir,
    ports,
    productUrl,
    ...(host && { host }),
  })
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
