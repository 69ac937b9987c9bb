import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import type { Subscription } from '#api/billing/subscription.ts'
import { allMessages } from '#i18n/all-messages.ts'
import { exampleSubscription } from './example-subscription.ts'
import { type ShownState, shownState, stateText } from './subscription-state.ts'

const english = createTranslator('en', allMessages.en)
const MAY = '2026-05-04T12:00:00+00:00'

test.each<[Partial<Subscription> | null, ShownState, string]>([
  [null, 'none', 'You use the free plan. Pro adds branches, auto push, diff review and more.'],
  [
    { status: 'on_trial', trial_ends_at: MAY },
    'on_trial',
    'Your trial runs until May 4, 2026. Then $4 per month.',
  ],
  [{ renews_at: MAY }, 'active', 'Renews on May 4, 2026 for $4.'],
  [{ renews_at: null }, 'active', 'Pro is active.'],
  [
    { status: 'past_due', renews_at: MAY },
    'past_due',
    'Your last payment failed. We try again on May 4, 2026; Pro stays on meanwhile.',
  ],
  [
    { status: 'unpaid', has_access: false },
    'unpaid',
    'Your payment could not be collected, so Pro is switched off. A working card switches it on again.',
  ],
  [
    { status: 'cancelled', ends_at: MAY },
    'cancelled',
    'Pro stays on until May 4, 2026. Nothing more is charged.',
  ],
  [
    { status: 'paused', pause_resumes_at: MAY },
    'paused',
    'Payments are paused until May 4, 2026. Pro stays on.',
  ],
  [
    { status: 'paused', has_access: false },
    'paused',
    'Your subscription is paused. Pro is off meanwhile.',
  ],
  [
    { status: 'cancelled', has_access: false, ends_at: MAY },
    'ended',
    'Your Pro Monthly ended on May 4, 2026.',
  ],
  [{ status: 'expired', has_access: false }, 'ended', 'Your Pro Monthly has ended.'],
])('%o is %s', (some, state, text) => {
  const subscription = some && exampleSubscription({ renews_at: null, ...some })

  expect(shownState(subscription)).toBe(state)
  expect(stateText(english, subscription)).toBe(text)
})
