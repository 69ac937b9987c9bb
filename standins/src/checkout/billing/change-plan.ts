import { currentPrice, known } from '#checkout/state/memory.ts'
import type { Price, Subscription, Variant } from '#checkout/state/objects.ts'
import { bill } from './invoices.ts'
import { afterFailure } from './renewals.ts'
import { BillingRefusal, type Shop } from './shop.ts'
import { startPeriod, update } from './subscription-changes.ts'

type ChangeOptions = { isInvoicedNow: boolean }

/** Another interval is charged at once and moves the billing day; otherwise the next invoice carries the difference. */
export function changePlan(
  shop: Shop,
  subscription: Subscription,
  variant: Variant,
  { isInvoicedNow }: ChangeOptions,
): void {
  if (!['active', 'on_trial'].includes(subscription.status)) {
    throw new BillingRefusal('Only an active subscription can change its plan.', 'variant_id')
  }
  const { state, now } = shop
  // PayPal's customers change their agreement in the portal; to the API the object stays as it is.
  const isFixed = subscription.method.processor === 'paypal'
  if (variant.id === subscription.variantId || isFixed) return

  const old = known(state.prices, subscription.priceId)
  const price = currentPrice(state, variant)
  const isTrial = subscription.status === 'on_trial'
  const movesAnchor = !isTrial && old.interval !== price.interval
  const credit = subscription.credit + (isTrial ? 0 : unusedPart(subscription, old, now))
  update(shop, subscription, { variantId: variant.id, priceId: price.id, credit })
  if (movesAnchor) startPeriod(subscription, price, now)
  // Within the same interval only the rest of the period is charged.
  const due = movesAnchor ? price.unitPrice : unusedPart(subscription, price, now)
  const isCharged = movesAnchor || (isInvoicedNow && !isTrial)
  const invoice = isCharged ? bill(shop, subscription, due, 'updated') : null

  shop.emitSubscription('subscription_plan_changed', subscription)
  if (invoice?.status === 'pending') {
    subscription.due = { invoiceId: invoice.id, failedAt: now, retries: 0 }
    afterFailure(shop, subscription, invoice)
    return
  }
  shop.emitSubscription('subscription_updated', subscription)
  if (invoice) shop.emitInvoice('subscription_payment_success', invoice)
}

function unusedPart({ periodStart, renewsAt }: Subscription, price: Price, now: number): number {
  const share = (renewsAt - now) / (renewsAt - periodStart)

  return Math.round(price.unitPrice * Math.min(1, Math.max(0, share)))
}
