import { randomBytes, randomUUID } from 'node:crypto'
import type {
  CheckoutState,
  Customer,
  Invoice,
  Order,
  PaymentMethod,
  Subscription,
} from './objects.ts'
import { EVENTS, PRODUCT, STORE, WEBHOOK_SECRET } from './store.ts'

const DAY_MS = 24 * 60 * 60_000
const ID_EPOCH_MS = Date.UTC(2025, 0)
const MONTHLY = 1001
const ANNUAL = 1002
const VISA: PaymentMethod = { processor: 'stripe', brand: 'visa', lastFour: '4242', renews: true }

export function firstState(now: number, isDemo: boolean, unusedId = 0): CheckoutState {
  const { createdAt } = STORE
  const variant = { storeId: STORE.id, productId: PRODUCT.id, status: 'published' as const }
  const price = { intervalCount: 1, trialDays: null, createdAt }

  return {
    urlSecret: randomBytes(32).toString('hex'),
    // The product stores ids: neither a reset nor a deleted file may give one out again.
    nextId: Math.max(unusedId, Math.floor((Date.now() - ID_EPOCH_MS) / 100)),
    variants: [
      { ...variant, id: MONTHLY, name: 'Monthly', createdAt, updatedAt: createdAt },
      { ...variant, id: ANNUAL, name: 'Annual', createdAt, updatedAt: createdAt },
    ],
    prices: [
      { ...price, id: 2001, variantId: MONTHLY, unitPrice: 400, interval: 'month' },
      { ...price, id: 2002, variantId: ANNUAL, unitPrice: 4000, interval: 'year' },
    ],
    webhooks: [
      {
        id: 1,
        storeId: STORE.id,
        url: null,
        events: [...EVENTS],
        secret: WEBHOOK_SECRET,
        lastSentAt: null,
        createdAt,
        updatedAt: createdAt,
        testMode: true,
      },
    ],
    checkouts: [],
    mails: [],
    ...(isDemo ? demoPurchase(now) : NOTHING_SOLD()),
  }
}

const NOTHING_SOLD = () => ({ customers: [], orders: [], subscriptions: [], invoices: [] })

/** The same subscription and invoices as in the product's demo data. */
function demoPurchase(now: number) {
  const begun = now - 101 * DAY_MS
  const paid = now - 11 * DAY_MS
  const shared = { storeId: STORE.id, customerId: 900_001, testMode: true }
  const amounts = { subtotal: 400, tax: 0, taxRate: 0, total: 400 }
  const sold = { ...shared, variantId: MONTHLY, priceId: 2001, customData: null, createdAt: begun }
  const order: Order = {
    ...sold,
    ...amounts,
    id: 900_001,
    identifier: randomUUID(),
    status: 'paid',
    refundedAmount: 0,
    refundedAt: null,
    updatedAt: begun,
  }
  const subscription: Subscription = {
    ...sold,
    id: 900_001,
    orderId: order.id,
    quantity: 1,
    status: 'active',
    method: VISA,
    pause: null,
    trialEndsAt: null,
    billingAnchor: new Date(paid).getUTCDate(),
    periodStart: paid,
    renewsAt: now + 19 * DAY_MS,
    endsAt: null,
    due: null,
    credit: 0,
    failures: 0,
    statusBeforeCancel: null,
    updatedAt: paid,
  }
  const invoices = [0, 1, 2, 3].map((month): Invoice => {
    const at = begun + month * 30 * DAY_MS
    return {
      ...shared,
      ...amounts,
      id: 910_000 + month,
      subscriptionId: subscription.id,
      variantId: MONTHLY,
      reason: month === 0 ? 'initial' : 'renewal',
      method: VISA,
      status: 'paid',
      discount: 0,
      refundedAmount: 0,
      refundedAt: null,
      createdAt: at,
      updatedAt: at,
    }
  })

  return {
    customers: [demoCustomer(begun)],
    orders: [order],
    subscriptions: [subscription],
    invoices,
  }
}

const demoCustomer = (createdAt: number): Customer => ({
  id: 900_001,
  storeId: STORE.id,
  name: 'Priya Nair',
  email: 'pro@demo.gitferry.test',
  country: 'US',
  city: null,
  region: null,
  status: 'subscribed',
  createdAt,
  updatedAt: createdAt,
  testMode: true,
})
