import { PAUSE_MODES } from './billing-words.ts'
import { listOf, orNull, type Parsed, recordOf, scalarOf } from './reply-shape.ts'
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts'

export const createCheckoutReply = recordOf({ checkoutUrl: 'text' })

export type CreateCheckoutReply = Parsed<typeof createCheckoutReply>

/** Signed by the provider for 24 hours: requested on every click, never stored. */
export const billingPortalReply = recordOf({ url: 'text' })

export type BillingPortalReply = Parsed<typeof billingPortalReply>

/** One row of `get_subscription_status`; null without any subscription. */
export const refreshSubscriptionReply = recordOf({
  status: orNull(
    recordOf({
      /** `active` if it gives access, regardless of the provider's status. */
      subscription_status: 'text',
      plan_name: 'text or null',
      current_period_end: 'text or null',
    }),
  ),
})

export type RefreshSubscriptionReply = Parsed<typeof refreshSubscriptionReply>

/** A subscription with its plan, as the data API answers `select=*,plan:plans(*)`. */
const repliedSubscription = recordOf({
  id: 'text',
  user_id: 'text',
  plan_id: 'text',
  status: SUBSCRIPTION_STATUSES,
  lemon_squeezy_subscription_id: 'text',
  pause_mode: [...PAUSE_MODES, null],
  pause_resumes_at: 'text or null',
  current_period_start: 'text or null',
  current_period_end: 'text or null',
  trial_ends_at: 'text or null',
  renews_at: 'text or null',
  ends_at: 'text or null',
  card_brand: 'text or null',
  card_last_four: 'text or null',
  payment_processor: 'text or null',
  provider_order_id: 'text or null',
  /** Bought with the provider's test cards. */
  is_test: 'boolean',
  provider_updated_at: 'text or null',
  checked_at: 'text or null',
  created_at: 'text',
  updated_at: 'text',
  plan: orNull(
    recordOf({
      id: 'text',
      name: 'text',
      description: 'text or null',
      price: 'number',
      currency: 'text',
      interval: ['month', 'year', null],
      features: listOf(scalarOf('text')),
      lemon_squeezy_id: 'text or null',
      is_active: 'boolean',
      sort_order: 'int',
    }),
  ),
})

export type RepliedSubscription = Parsed<typeof repliedSubscription>

/** Of `cancel-subscription`, `resume-subscription`, and `change-plan` without `preview`. */
export const subscriptionReply = recordOf({ subscription: repliedSubscription })

export type SubscriptionReply = Parsed<typeof subscriptionReply>

/** Reply of `change-plan` with `preview`: our own calculation without tax, in whole currency units. */
export const planChangeEstimate = recordOf({
  dueNow: 'number',
  /** For the unused part of the current period. */
  credit: 'number',
  currency: 'text',
  /** When the new price is next charged. */
  renewsAt: 'text or null',
  isEstimate: [true],
})

export type PlanChangeEstimate = Parsed<typeof planChangeEstimate>
