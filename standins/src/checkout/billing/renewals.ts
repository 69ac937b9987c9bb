import { known } from '#checkout/state/memory.ts'
import type { Invoice, PaymentMethod, Subscription } from '#checkout/state/objects.ts'
import { DAY_MS } from '#runtime/clock.ts'
import { bill, takesPayment } from './invoices.ts'
import type { Shop } from './shop.ts'
import { addInterval, startPeriod, update } from './subscription-changes.ts'

/** Days after the failed payment: four retries in two weeks. */
const RETRY_DAYS = [3, 7, 10, 14]
export const EXPIRES_AFTER_UNPAID_MS = 14 * DAY_MS

/** The end of a paid period or of a trial. */
export function renew(shop: Shop, subscription: Subscription): void {
  const price = known(shop.state.prices, subscription.priceId)
  const from = subscription.renewsAt
  const next = addInterval(from, price, subscription.billingAnchor)
  if (subscription.status === 'paused') {
    update(shop, subscription, { periodStart: from, renewsAt: next })
    shop.emitSubscription('subscription_updated', subscription)
    return
  }

  const invoice = bill(shop, subscription, price.unitPrice, 'renewal')
  if (invoice.status === 'paid') {
    update(shop, subscription, { status: 'active', periodStart: from, renewsAt: next })
    shop.emitInvoice('subscription_payment_success', invoice)
    shop.emitSubscription('subscription_updated', subscription)
    return
  }
  subscription.due = { invoiceId: invoice.id, failedAt: shop.now, retries: 0 }
  afterFailure(shop, subscription, invoice)
}

/** One of the retries after a failed payment. */
export function retry(shop: Shop, subscription: Subscription): void {
  const invoice = dueInvoice(shop, subscription)
  if (!subscription.due || !invoice) return
  if (takesPayment(subscription, invoice.reason)) {
    recover(shop, subscription, invoice)
    return
  }
  subscription.due.retries += 1
  afterFailure(shop, subscription, invoice)
}

export function afterFailure(shop: Shop, subscription: Subscription, invoice: Invoice): void {
  const { failedAt, retries } = subscription.due ?? { failedAt: shop.now, retries: 0 }
  const nextDay = RETRY_DAYS[retries]
  update(
    shop,
    subscription,
    nextDay === undefined
      ? { status: 'unpaid' }
      : { status: 'past_due', renewsAt: failedAt + nextDay * DAY_MS },
  )
  invoice.updatedAt = shop.now
  shop.emitInvoice('subscription_payment_failed', invoice)
  shop.emitSubscription('subscription_updated', subscription)
}

/** A new card or PayPal account; what is due is collected at once. */
export function changeMethod(shop: Shop, subscription: Subscription, method: PaymentMethod): void {
  update(shop, subscription, { method })
  const invoice = dueInvoice(shop, subscription)
  if (!invoice) {
    shop.emitSubscription('subscription_updated', subscription)
    return
  }
  invoice.method = method
  if (takesPayment(subscription, 'initial')) recover(shop, subscription, invoice)
  else afterFailure(shop, subscription, invoice)
}

function recover(shop: Shop, subscription: Subscription, invoice: Invoice): void {
  const price = known(shop.state.prices, subscription.priceId)
  const { due, status } = subscription
  Object.assign(invoice, { status: 'paid', updatedAt: shop.now })
  // A customer without service gets a whole period; a late payer keeps the billing day.
  if (status === 'unpaid' || !due) startPeriod(subscription, price, shop.now)
  else {
    subscription.periodStart = due.failedAt
    subscription.renewsAt = addInterval(due.failedAt, price, subscription.billingAnchor)
  }
  const paidUntil = subscription.renewsAt
  update(shop, subscription, {
    due: null,
    ...(status === 'cancelled'
      ? { statusBeforeCancel: 'active', endsAt: paidUntil }
      : status !== 'paused' && { status: 'active' }),
  })
  shop.emitInvoice('subscription_payment_success', invoice)
  shop.emitInvoice('subscription_payment_recovered', invoice)
  shop.emitSubscription('subscription_updated', subscription)
}

export function expire(shop: Shop, subscription: Subscription): void {
  const invoice = dueInvoice(shop, subscription)
  if (invoice) Object.assign(invoice, { status: 'void', updatedAt: shop.now })
  update(shop, subscription, {
    status: 'expired',
    pause: null,
    due: null,
    endsAt: subscription.endsAt ?? shop.now,
  })
  shop.emitSubscription('subscription_expired', subscription)
  shop.emitSubscription('subscription_updated', subscription)
}

const dueInvoice = ({ state }: Shop, { due }: Subscription) =>
  due && state.invoices.find(({ id }) => id === due.invoiceId)
