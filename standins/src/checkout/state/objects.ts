/** All times are milliseconds, all amounts cents. */

export type Interval = 'day' | 'week' | 'month' | 'year'

export type Variant = {
  id: number
  storeId: number
  productId: number
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
  interval: Interval
  intervalCount: number
  /** null: no trial. */
  trialDays: number | null
  createdAt: number
}

export type Customer = {
  id: number
  storeId: number
  name: string
  email: string
  country: string | null
  city: string | null
  region: string | null
  status: string
  createdAt: number
  updatedAt: number
  testMode: boolean
}

export type Checkout = {
  id: string
  storeId: number
  variantId: number
  customPrice: number | null
  productOptions: Record<string, unknown>
  checkoutOptions: Record<string, unknown>
  checkoutData: Record<string, unknown>
  expiresAt: number | null
  createdAt: number
  testMode: boolean
}

export type Amounts = {
  subtotal: number
  tax: number
  /** Per cent. */
  taxRate: number
  total: number
}

export type Order = Amounts & {
  id: number
  identifier: string
  storeId: number
  customerId: number
  variantId: number
  priceId: number
  status: 'paid' | 'refunded' | 'partial_refund'
  refundedAmount: number
  refundedAt: number | null
  customData: Record<string, string> | null
  createdAt: number
  updatedAt: number
  testMode: boolean
}

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
export type Status = (typeof STATUSES)[number]

export type Pause = { mode: 'void' | 'free'; resumesAt: number | null }

export type Subscription = {
  id: number
  storeId: number
  customerId: number
  orderId: number
  variantId: number
  priceId: number
  quantity: number
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
  customData: Record<string, string> | null
  createdAt: number
  updatedAt: number
  testMode: boolean
}

export const INVOICE_STATUSES = ['pending', 'paid', 'void', 'refunded', 'partial_refund'] as const

export type Invoice = Amounts & {
  id: number
  storeId: number
  subscriptionId: number
  customerId: number
  /** The plan at that time. */
  variantId: number
  reason: 'initial' | 'renewal' | 'updated'
  method: PaymentMethod
  status: (typeof INVOICE_STATUSES)[number]
  discount: number
  refundedAmount: number
  refundedAt: number | null
  createdAt: number
  updatedAt: number
  testMode: boolean
}

export type Webhook = {
  id: number
  storeId: number
  /** null: the product's own address, wherever it runs. */
  url: string | null
  events: string[]
  secret: string
  lastSentAt: number | null
  createdAt: number
  updatedAt: number
  testMode: boolean
}

/** A mail of the provider, kept for its page; it is sent nowhere. */
export type Mail = { id: number; to: string; subject: string; text: string; at: number }

/** Everything the provider keeps, but for webhook deliveries. */
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
  webhooks: Webhook[]
  mails: Mail[]
}
