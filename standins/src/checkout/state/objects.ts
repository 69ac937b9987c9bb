/** The one store. Its product has two variants, which the product's plans name. */
export const STORE = { id: 1, name: 'Gitferry', createdAt: Date.UTC(2025, 0, 6, 9) } as const

export const PRODUCT = { id: 101, name: 'Gitferry Pro' } as const

export const CURRENCY = 'USD'

/** Valid only for this stand-in. It is a key of the test mode, in which test cards work. */
export const API_KEY = 'gitferry-local-api-key'
export const WEBHOOK_SECRET = 'gitferry-local-webhook-secret'
export const WEBHOOK_PATH = '/webhooks/lemon-squeezy'

/** All times are milliseconds, all amounts cents. */

export type Variant = {
  id: number
  name: string
  status: 'published' | 'draft'
  createdAt: number
  updatedAt: number
}

/** A changed price is a new object: subscriptions keep the price they were bought at. */
export type Price = {
  id: number
  variantId: number
  unitPrice: number
  interval: 'month' | 'year'
  /** null: no trial. */
  trialDays: number | null
  createdAt: number
}

/** What most objects have. */
type Made = {
  id: number
  storeId: number
  createdAt: number
  updatedAt: number
  testMode: boolean
}

export type Customer = Made & { name: string; email: string }

export type Checkout = {
  id: string
  variantId: number
  productOptions: Record<string, unknown>
  checkoutOptions: Record<string, unknown>
  checkoutData: Record<string, unknown>
  expiresAt: number | null
  createdAt: number
}

type CustomData = Record<string, string> | null

/** What was sold, to whom and at which price. */
type Sale = { customerId: number; variantId: number; priceId: number; customData: CustomData }

type Refundable = { refundedAmount: number; refundedAt: number | null }

export type Order = Made &
  Sale &
  Refundable & { identifier: string; total: number; status: 'paid' | 'refunded' | 'partial_refund' }

export type PaymentMethod =
  | { processor: 'paypal' }
  | {
      processor: 'stripe'
      brand: string
      lastFour: string
      /** Whether it pays again after the first time. */
      renews: boolean
    }

export const STATUSES = [
  'on_trial',
  'active',
  'paused',
  'past_due',
  'unpaid',
  'cancelled',
  'expired',
] as const
type Status = (typeof STATUSES)[number]

export type Pause = { mode: 'void' | 'free' }

export type Subscription = Made &
  Sale & {
    orderId: number
    status: Status
    method: PaymentMethod
    pause: Pause | null
    trialEndsAt: number | null
    billingAnchor: number
    /** Start of the paid period, for the credit of a plan change. */
    periodStart: number
    renewsAt: number
    endsAt: number | null
    /** What is due and how often it was tried; null: nothing is due. */
    due: { invoiceId: number; failedAt: number; retries: number } | null
    /** Left over by a cheaper plan; lowers later invoices. */
    credit: number
    /** How many of the next payments fail by order of a test. */
    failures: number
    /** The status that resuming returns to. */
    statusBeforeCancel: Status | null
  }

export type Invoice = Made &
  Refundable & {
    subscriptionId: number
    customerId: number
    /** The plan at that time. */
    variantId: number
    reason: 'initial' | 'renewal' | 'updated'
    method: PaymentMethod
    status: 'pending' | 'paid' | 'void' | 'refunded' | 'partial_refund'
    subtotal: number
    discount: number
    total: number
  }

/** All of the provider's state, except webhook deliveries. */
export type CheckoutState = {
  /** Signs the addresses of checkouts, portal and invoices. */
  urlSecret: string
  nextId: number
  variants: Variant[]
  prices: Price[]
  customers: Customer[]
  checkouts: Checkout[]
  orders: Order[]
  subscriptions: Subscription[]
  invoices: Invoice[]
}
