import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '#runtime/clock.ts'
import type { Needs } from '#runtime/declaration.ts'
import type { Place } from '#runtime/place.ts'
import { openDeliveries } from './deliveries.ts'
import {
  type CheckoutState,
  type Invoice,
  type Order,
  type PaymentMethod,
  type Price,
  STORE,
  type Subscription,
  type Variant,
} from './objects.ts'

export type CheckoutNeeds = Needs<Awaited<ReturnType<typeof openCheckoutMemory>>>

/** With `isDemo` the product's demo member has a subscription from the beginning. */
export async function openCheckoutMemory(place: Place, isDemo: boolean) {
  const shop = place.open<CheckoutState>('checkout.json', (before) =>
    firstState(place.clock.now(), isDemo, before?.nextId),
  )
  // The demo's dates are those of the first start, so they are stored then.
  await shop.change(() => undefined)

  return { shop, deliveries: openDeliveries(place) }
}

/** Finds what another object refers to; a missing one is a bug of the stand-in. */
export function known<T extends { id: number }>(list: readonly T[], id: number): T {
  const found = list.find((one) => one.id === id)
  if (!found) throw new Error(`no object ${id}`)
  return found
}

/** The object that a path names, if there is one. */
export const byId = <T extends { id: number | string }>(list: readonly T[], id?: string) =>
  list.find((one) => String(one.id) === id)

/** The price at which a variant is sold now. */
export function currentPrice({ prices }: CheckoutState, { id }: Variant): Price {
  const newest = prices.findLast((one) => one.variantId === id)
  if (!newest) throw new Error(`variant ${id} has no price`)
  return newest
}

const ID_EPOCH_MS = Date.UTC(2025, 0)
const MONTHLY = 1001
const ANNUAL = 1002
const VISA: PaymentMethod = { processor: 'stripe', brand: 'visa', lastFour: '4242', renews: true }

function firstState(now: number, isDemo: boolean, unusedId = 0): CheckoutState {
  const { createdAt } = STORE
  const variant = { status: 'published' as const, createdAt, updatedAt: createdAt }
  const price = { trialDays: null, createdAt }

  return {
    urlSecret: randomBytes(32).toString('hex'),
    // The product stores ids, so a reset or deleted file must not reuse one.
    nextId: Math.max(unusedId, Math.floor((Date.now() - ID_EPOCH_MS) / 100)),
    variants: [
      { ...variant, id: MONTHLY, name: 'Monthly' },
      { ...variant, id: ANNUAL, name: 'Annual' },
    ],
    prices: [
      { ...price, id: 2001, variantId: MONTHLY, unitPrice: 400, interval: 'month' },
      { ...price, id: 2002, variantId: ANNUAL, unitPrice: 4000, interval: 'year' },
    ],
    checkouts: [],
    ...(isDemo
      ? demoPurchase(now)
      : { customers: [], orders: [], subscriptions: [], invoices: [] }),
  }
}

/** The same subscription and invoices as in the product's demo data. */
function demoPurchase(now: number) {
  const begun = now - 101 * DAY_MS
  const paid = now - 11 * DAY_MS
  const made = { id: 900_001, storeId: STORE.id, testMode: true, createdAt: begun }
  const sale = { customerId: made.id, variantId: MONTHLY, priceId: 2001, customData: null }
  const unrefunded = { refundedAmount: 0, refundedAt: null }
  const order: Order = {
    ...made,
    ...sale,
    total: 400,
    ...unrefunded,
    identifier: randomUUID(),
    status: 'paid',
    updatedAt: begun,
  }
  const subscription: Subscription = {
    ...made,
    ...sale,
    orderId: order.id,
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
      ...made,
      subtotal: 400,
      total: 400,
      ...unrefunded,
      id: 910_000 + month,
      customerId: made.id,
      subscriptionId: subscription.id,
      variantId: MONTHLY,
      reason: month === 0 ? 'initial' : 'renewal',
      method: VISA,
      status: 'paid',
      discount: 0,
      createdAt: at,
      updatedAt: at,
    }
  })
  const person = { name: 'Priya Nair', email: 'pro@demo.gitferry.test' }

  return {
    customers: [{ ...made, ...person, updatedAt: begun }],
    orders: [order],
    subscriptions: [subscription],
    invoices,
  }
}
