import type { Plan } from '@app/contract/public-content'
import type { Subscription } from '#api/subscription.ts'
import type { SubscriptionStatus } from '#api/subscription-status.ts'

/** What the visitor of the plans has already. */
export type CurrentPlan =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  /** Never paid, or no longer: `last` is the ended subscription. */
  | { kind: 'free'; last: Subscription | null }
  | { kind: 'pro'; subscription: Subscription | null }
  | { kind: 'failed'; retry: () => void }

/** The server's clock decides who is Pro, not the browser's. */
export function currentPlanOf(
  status: SubscriptionStatus | null,
  subscription: Subscription | null,
): CurrentPlan {
  return status?.subscription_status === 'active'
    ? { kind: 'pro', subscription }
    : { kind: 'free', last: subscription }
}

export const isFree = ({ price }: Plan) => price === 0

export function isCurrent(plan: Plan, current: CurrentPlan): boolean {
  if (current.kind === 'free') return isFree(plan)

  return current.kind === 'pro' && current.subscription?.plan?.id === plan.id
}

/** How much less a year costs than twelve months of the same, as a fraction; null where it does not. */
export function yearlySaving(plan: Plan, plans: Plan[]): number | null {
  const monthly = plans.find((one) => one.interval === 'month' && one.currency === plan.currency)
  if (plan.interval !== 'year' || !monthly || plan.price === 0) return null

  const saving = 1 - plan.price / (12 * monthly.price)
  return saving > 0 ? saving : null
}
