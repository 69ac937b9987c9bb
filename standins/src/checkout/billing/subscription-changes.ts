import type { Pause, Price, Subscription } from '#checkout/state/objects.ts'
import { DAY_MS } from '#runtime/clock.ts'
import { BillingRefusal, type Shop } from './shop.ts'

/** Ends with the paid period. An unpaid subscription ends immediately. */
export function cancel(shop: Shop, subscription: Subscription): void {
  refuseExpired(subscription, 'cancelled')
  if (subscription.status === 'cancelled') return
  const { status, trialEndsAt, renewsAt } = subscription
  const paidUntil = status === 'on_trial' ? (trialEndsAt ?? renewsAt) : renewsAt

  update(shop, subscription, {
    status: 'cancelled',
    statusBeforeCancel: status === 'paused' ? 'active' : status,
    pause: null,
    endsAt: status === 'unpaid' ? shop.now : Math.max(shop.now, paidUntil),
  })
  shop.emitSubscription('subscription_cancelled', subscription)
  shop.emitSubscription('subscription_updated', subscription)
}

export function resume(shop: Shop, subscription: Subscription): void {
  refuseExpired(subscription, 'cancelled')
  if (subscription.status !== 'cancelled') return
  const { statusBeforeCancel } = subscription

  update(shop, subscription, {
    status: statusBeforeCancel ?? 'active',
    statusBeforeCancel: null,
    endsAt: null,
  })
  shop.emitSubscription('subscription_resumed', subscription)
  shop.emitSubscription('subscription_updated', subscription)
}

export function pause(shop: Shop, subscription: Subscription, wanted: Pause): void {
  if (!['active', 'on_trial', 'past_due', 'paused'].includes(subscription.status)) {
    throw new BillingRefusal('Only a running subscription can be paused.', 'pause')
  }
  update(shop, subscription, { status: 'paused', pause: wanted })
  shop.emitSubscription('subscription_paused', subscription)
  shop.emitSubscription('subscription_updated', subscription)
}

export function unpause(shop: Shop, subscription: Subscription): void {
  if (subscription.status !== 'paused') return
  update(shop, subscription, { status: subscription.due ? 'past_due' : 'active', pause: null })
  shop.emitSubscription('subscription_unpaused', subscription)
  shop.emitSubscription('subscription_updated', subscription)
}

export function startPeriod(subscription: Subscription, price: Price, from: number): void {
  subscription.billingAnchor = new Date(from).getUTCDate()
  subscription.periodStart = from
  subscription.renewsAt = addInterval(from, price, subscription.billingAnchor)
}

export function update(
  { now }: Shop,
  subscription: Subscription,
  change: Partial<Subscription>,
): void {
  Object.assign(subscription, change, { updatedAt: now })
}

function refuseExpired({ status }: Subscription, field: string): void {
  if (status === 'expired') throw new BillingRefusal('This subscription has expired.', field)
}

/** One period later. Months end on their last day, and the day of the month stays the billing anchor's. */
export function addInterval(
  from: number,
  { interval }: Pick<Price, 'interval'>,
  anchor: number,
): number {
  const date = new Date(from)
  const month = date.getUTCMonth() + (interval === 'month' ? 1 : 12)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()

  return Date.UTC(date.getUTCFullYear(), month, Math.min(anchor, lastDay)) + (from % DAY_MS)
}
