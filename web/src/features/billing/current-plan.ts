import type { Plan } from '@app/contract/public-content'
import { isEnded, type Subscription } from '#api/billing/subscription.ts'
import type { SubscriptionStatus } from '#api/billing/subscription-status.ts'

/** The visitor's current plan. */
export type CurrentPlan =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  /** Never paid, or ended: `last` is the ended subscription. */
  | { kind: 'free'; last: Subscription | null }
  | { kind: 'pro'; subscription: Subscription | null }
  /** A subscription without access that has not ended: a second one cannot be bought. */
  | { kind: 'stopped'; subscription: Subscription }
  | { kind: 'failed'; retry: () => void }

/** The server's clock decides who has Pro, not the browser's. */
export function currentPlanOf(
  status: SubscriptionStatus | null,
  subscription: Subscription | null,
): CurrentPlan {
  if (status?.subscription_status === 'active') return { kind: 'pro', subscription }
  if (subscription && !isEnded(subscription)) return { kind: 'stopped', subscription }

  return { kind: 'free', last: subscription }
}

export function subscriptionOf(current: CurrentPlan): Subscription | null {
  if (current.kind === 'free') return current.last

  return current.kind === 'pro' || current.kind === 'stopped' ? current.subscription : null
}

export const isFree = ({ price }: Plan) => price === 0

export function isCurrent(plan: Plan, current: CurrentPlan): boolean {
  if (current.kind === 'free') return isFree(plan)

  return subscriptionOf(current)?.plan?.id === plan.id
}

/** How much cheaper a year is than twelve months, as a fraction; null if it is not. */
export function yearlySaving(plan: Plan, plans: Plan[]): number | null {
  const monthly = plans.find((one) => one.interval === 'month' && one.currency === plan.currency)
  if (plan.interval !== 'year' || !monthly || plan.price === 0) return null

  const saving = 1 - plan.price / (12 * monthly.price)
  return saving > 0 ? saving : null
}
