import { currentPrice, known } from '#checkout/state/needs.ts'
import type { Price, Subscription, Variant } from '#checkout/state/objects.ts'
import { bill } from './invoices.ts'
import { afterFailure } from './renewals.ts'
import { BillingRefusal, mailReceipt, type Shop } from './shop.ts'
import { startPeriod, update } from './subscription-changes.ts'

type ChangeOptions = { isInvoicedNow: boolean; isProrated: boolean; isInPortal?: boolean }

/** Another interval is charged at once and moves the billing day; otherwise the next invoice carries the difference. */
export function changePlan(
  shop: Shop,
  subscription: Subscription,
  variant: Variant,
  { isInvoicedNow, isProrated, isInPortal = false }: ChangeOptions,
): void {
  if (!['active', 'on_trial'].includes(subscription.status)) {
    throw new BillingRefusal('Only an active subscription can change its plan.', 'variant_id')
  }
  const { state, now } = shop
  // PayPal's customers change their agreement in the portal; to the API the object stays as it is.
  const isFixed = subscription.method.processor === 'paypal' && !isInPortal
  if (variant.id === subscription.variantId || isFixed) return

  const old = known(state.prices, subscription.priceId)
  const price = currentPrice(state, variant)
  const isTrial = subscription.status === 'on_trial'
  const credit = isProrated && !isTrial ? unusedPart(subscription, old, now) : 0
  const movesAnchor = !isTrial && old.interval !== price.interval
  update(shop, subscription, {
    variantId: variant.id,
    priceId: price.id,
    credit: subscription.credit + credit,
  })
  if (movesAnchor) startPeriod(subscription, price, now)
  const invoice = movesAnchor
    ? bill(shop, subscription, price.unitPrice, 'updated')
    : difference(shop, subscription, price, isInvoicedNow && !isTrial)

  shop.emitSubscription('subscription_plan_changed', subscription)
  if (invoice?.status === 'pending') {
    subscription.due = { invoiceId: invoice.id, failedAt: now, retries: 0 }
    afterFailure(shop, subscription, invoice)
    return
  }
  shop.emitSubscription('subscription_updated', subscription)
  if (!invoice) return
  shop.emitInvoice('subscription_payment_success', invoice)
  mailReceipt(shop, invoice)
}

function unusedPart({ periodStart, renewsAt }: Subscription, old: Price, now: number): number {
  const share = (renewsAt - now) / (renewsAt - periodStart)

  return Math.round(old.unitPrice * Math.min(1, Math.max(0, share)))
}

/** Within the same interval only the rest of the period is charged. */
function difference(shop: Shop, subscription: Subscription, price: Price, isInvoicedNow: boolean) {
  if (!isInvoicedNow) return null

  return bill(shop, subscription, unusedPart(subscription, price, shop.now), 'updated')
}
