/** The one store. Its product has two variants, which the product's plans name. */
export const STORE = { id: 1, name: 'Gitferry', createdAt: Date.UTC(2025, 0, 6, 9) } as const

export const PRODUCT = { id: 101, name: 'Gitferry Pro' } as const

export const CURRENCY = 'USD'

/** Valid only for this stand-in. It is a key of the test mode, in which test cards work. */
export const API_KEY = 'gitferry-local-api-key'
export const WEBHOOK_SECRET = 'gitferry-local-webhook-secret'
export const WEBHOOK_PATH = '/webhooks/lemon-squeezy'
