import { randomUUID } from 'node:crypto'
import { currentPrice, known } from '#checkout/state/memory.ts'
import {
  type Checkout,
  type Customer,
  type Order,
  type PaymentMethod,
  STORE,
  type Subscription,
} from '#checkout/state/objects.ts'
import { DAY_MS } from '#runtime/clock.ts'
import { bill } from './invoices.ts'
import type { Shop } from './shop.ts'
import { addInterval } from './subscription-changes.ts'

const KEPT_CHECKOUTS = 1_000

type Buyer = {
  email: string
  name: string
  method: PaymentMethod
  customData: Record<string, string> | null
}

type Purchase = Buyer & { storeId: number; variantId: number; testMode: boolean }

type Sold = { order: Order; subscription: Subscription }

/** A customer buys a subscription: order, subscription and first invoice, and events of all three. */
export function purchase(shop: Shop, wanted: Purchase): Sold {
  const { state, now } = shop
  const { storeId, variantId, method, customData, testMode } = wanted
  const price = currentPrice(state, known(state.variants, variantId))
  const made = () => ({ id: state.nextId++, storeId, createdAt: now, updatedAt: now, testMode })
  const customer = customerFor(shop, wanted, made)
  const sale = { customerId: customer.id, variantId, priceId: price.id, customData }
  const trialEndsAt = price.trialDays === null ? null : now + price.trialDays * DAY_MS
  const billingAnchor = new Date(trialEndsAt ?? now).getUTCDate()
  const order: Order = {
    ...made(),
    ...sale,
    total: trialEndsAt === null ? price.unitPrice : 0,
    identifier: randomUUID(),
    status: 'paid',
    refundedAmount: 0,
    refundedAt: null,
  }
  const subscription: Subscription = {
    ...made(),
    ...sale,
    orderId: order.id,
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
  }
  state.orders.push(order)
  state.subscriptions.push(subscription)
  state.checkouts = state.checkouts.slice(-KEPT_CHECKOUTS)

  shop.emitOrder('order_created', order)
  shop.emitSubscription('subscription_created', subscription)
  if (trialEndsAt === null) {
    const invoice = bill(shop, subscription, price.unitPrice, 'initial')
    shop.emitInvoice('subscription_payment_success', invoice)
  }
  shop.emitSubscription('subscription_updated', subscription)

  return { order, subscription }
}

function customerFor(
  { state, now }: Shop,
  { email, name, storeId }: Purchase,
  made: () => Omit<Customer, 'name' | 'email'>,
): Customer {
  const isSame = (one: Customer) =>
    one.email.toLowerCase() === email.toLowerCase() && one.storeId === storeId
  const found = state.customers.find(isSame)
  if (found) return Object.assign(found, { updatedAt: now })
  const customer = { ...made(), name, email }
  state.customers.push(customer)

  return customer
}

/** The customer's redirect target; null: the checkout contains no URL. */
export function payCheckout(
  shop: Shop,
  checkout: Checkout,
  { customData, ...payer }: Omit<Buyer, 'customData'> & Partial<Pick<Buyer, 'customData'>>,
): Sold & { redirectUrl: string | null } {
  const sold = purchase(shop, {
    storeId: STORE.id,
    variantId: checkout.variantId,
    customData: customData ?? customDataOf(checkout),
    testMode: true,
    ...payer,
  })

  return { ...sold, redirectUrl: redirectOf(checkout, sold) }
}

/** Values arrive as texts, regardless of their original type. */
const customDataOf = ({ checkoutData: { custom } }: Checkout): Record<string, string> | null =>
  custom
    ? Object.fromEntries(Object.entries(custom).map(([name, value]) => [name, String(value)]))
    : null

/** Fills in the link variables. A client may have percent-encoded their brackets. */
function redirectOf({ productOptions }: Checkout, { order }: Sold): string | null {
  const { redirect_url: url } = productOptions
  if (typeof url !== 'string' || url === '') return null
  const values: Record<string, string> = {
    order_identifier: order.identifier,
    order_id: String(order.id),
  }

  return url.replace(
    /(?:\[|%5B)(order_identifier|order_id)(?:\]|%5D)/gi,
    (_whole, name: string) => values[name.toLowerCase()] ?? '',
  )
}
