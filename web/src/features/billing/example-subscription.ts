import type { Subscription } from '#api/billing/subscription.ts'

/** For tests: a running subscription with some other columns. */
export function exampleSubscription(some: Partial<Subscription> = {}): Subscription {
  return {
    id: '5b0c0f5e-0000-4000-8000-000000000002',
    status: 'active',
    pause_mode: null,
    pause_resumes_at: null,
    trial_ends_at: null,
    renews_at: '2026-05-04T12:00:00+00:00',
    ends_at: null,
    card_brand: 'visa',
    card_last_four: '4242',
    payment_processor: 'stripe',
    has_access: true,
    plan: {
      id: '5b0c0f5e-0000-4000-8000-000000000003',
      name: 'Pro Monthly',
      price: 4,
      currency: 'USD',
      interval: 'month',
      features: ['idle_push'],
    },
    ...some,
  }
}
