/** The one store. Its product has two variants, which the product's plans name. */
export const STORE = {
  id: 1,
  name: 'Gitferry',
  slug: 'gitferry',
  createdAt: Date.UTC(2025, 0, 6, 9),
} as const

export const PRODUCT = { id: 101, name: 'Gitferry Pro', slug: 'gitferry-pro' } as const

export const CURRENCY = 'USD'

/** Opens nothing but this stand-in. It is a key of the test mode, in which test cards work. */
export const API_KEY = 'gitferry-local-api-key'
export const WEBHOOK_SECRET = 'gitferry-local-webhook-secret'
export const WEBHOOK_PATH = '/webhooks/lemon-squeezy'

export const EVENTS = [
  'order_created',
  'order_refunded',
  'subscription_created',
  'subscription_updated',
  'subscription_cancelled',
  'subscription_resumed',
  'subscription_expired',
  'subscription_paused',
  'subscription_unpaused',
  'subscription_plan_changed',
  'subscription_payment_success',
  'subscription_payment_failed',
  'subscription_payment_recovered',
  'subscription_payment_refunded',
] as const
export type EventName = (typeof EVENTS)[number]
