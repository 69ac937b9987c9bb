import { randomUUID } from 'node:crypto'
import { amountsOf } from '#checkout/state/amounts.ts'
import { currentPrice, known } from '#checkout/state/needs.ts'
import type {
  Customer,
  Order,
  PaymentMethod,
  Price,
  Subscription,
} from '#checkout/state/objects.ts'
import { PRODUCT } from '#checkout/state/store.ts'
import { addInterval } from './add-interval.ts'
import { bill } from './invoices.ts'
import { mailReceipt, type Shop } from './shop.ts'

const DAY_MS = 24 * 60 * 60_000

export type Purchase = {
  storeId: number
  variantId: number
  /** Instead of the variant's price; null: the variant's. */
  unitPrice: number | null
  skipsTrial: boolean
  email: string
  name: string
  country: string
  method: PaymentMethod
  customData: Record<string, string> | null
  testMode: boolean
}

export type Sold = { order: Order; subscription: Subscription }

/** A customer buys a subscription: order, subscription and first invoice, and events of all three. */
export function purchase(shop: Shop, wanted: Purchase): Sold {
  const { state } = shop
  const price = priceFor(shop, wanted)
  const customer = customerFor(shop, wanted)
  const trialDays = wanted.skipsTrial ? null : price.trialDays
  const order = addOrder(shop, wanted, customer, price, trialDays === null ? price.unitPrice : 0)
  const subscription = addSubscription(shop, wanted, order, price, trialDays)

  shop.emitOrder('order_created', order)
  shop.emitSubscription('subscription_created', subscription)
  if (trialDays === null) {
    const invoice = bill(shop, subscription, price.unitPrice, 'initial')
    shop.emitInvoice('subscription_payment_success', invoice)
    mailReceipt(shop, invoice)
  } else {
    shop.mail(customer.id, `Your ${PRODUCT.name} trial`, `It runs for ${trialDays} days.`)
  }
  shop.emitSubscription('subscription_updated', subscription)
  state.checkouts = state.checkouts.slice(-KEPT_CHECKOUTS)

  return { order, subscription }
}

const KEPT_CHECKOUTS = 1_000

/** A price of its own is a price object of its own. */
function priceFor({ state, now }: Shop, { variantId, unitPrice }: Purchase): Price {
  const current = currentPrice(state, known(state.variants, variantId))
  if (unitPrice === null || unitPrice === current.unitPrice) return current
  const own = { ...current, id: state.nextId++, unitPrice, createdAt: now }
  // Before the current one: the newest is what the variant costs.
  state.prices.unshift(own)

  return own
}

function customerFor({ state, now }: Shop, wanted: Purchase): Customer {
  const isSame = (one: Customer) =>
    one.email.toLowerCase() === wanted.email.toLowerCase() && one.storeId === wanted.storeId
  const known = state.customers.find(isSame)
  if (known) return Object.assign(known, { country: wanted.country, updatedAt: now })
  const customer: Customer = {
    id: state.nextId++,
    storeId: wanted.storeId,
    name: wanted.name,
    email: wanted.email,
    country: wanted.country,
    city: null,
    region: null,
    status: 'subscribed',
    createdAt: now,
    updatedAt: now,
    testMode: wanted.testMode,
  }
  state.customers.push(customer)

  return customer
}

function addOrder(
  { state, now }: Shop,
  { storeId, variantId, customData, testMode }: Purchase,
  customer: Customer,
  price: Price,
  subtotal: number,
): Order {
  const order: Order = {
    ...amountsOf(subtotal, customer.country),
    id: state.nextId++,
    identifier: randomUUID(),
    storeId,
    customerId: customer.id,
    variantId,
    priceId: price.id,
    status: 'paid',
    refundedAmount: 0,
    refundedAt: null,
    customData,
    createdAt: now,
    updatedAt: now,
    testMode,
  }
  state.orders.push(order)

  return order
}

function addSubscription(
  { state, now }: Shop,
  { storeId, variantId, method, customData, testMode }: Purchase,
  order: Order,
  price: Price,
  trialDays: number | null,
): Subscription {
  const trialEndsAt = trialDays === null ? null : now + trialDays * DAY_MS
  const billingAnchor = new Date(trialEndsAt ?? now).getUTCDate()
  const subscription: Subscription = {
    id: state.nextId++,
    storeId,
    customerId: order.customerId,
    orderId: order.id,
    variantId,
    priceId: price.id,
    quantity: 1,
    status: trialEndsAt === null ? 'active' : 'on_trial',
    method,
    pause: null,
    trialEndsAt,
    billingAnchor,
    periodStart: now,
    renewsAt: trialEndsAt ?? addInterval(now, price, billingAnchor),
    endsAt: null,
    due: null,
    credit: 0,
    failures: 0,
    statusBeforeCancel: null,
    customData,
    createdAt: now,
    updatedAt: now,
    testMode,
  }
  state.subscriptions.push(subscription)

  return subscription
}
