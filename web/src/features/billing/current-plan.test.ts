import { expect, test } from 'vitest'
import type { Subscription } from '#api/billing/subscription.ts'
import { exampleContent } from '#config/example-content.ts'
import { type CurrentPlan, currentPlanOf, isCurrent, yearlySaving } from './current-plan.ts'

const { plans } = exampleContent
const [, monthly, annual] = plans

test('only the status active makes a member Pro', () => {
  expect(currentPlanOf(statusOf('active'), null).kind).toBe('pro')
  expect(currentPlanOf(statusOf('expired'), null).kind).toBe('free')
  expect(currentPlanOf(null, null)).toEqual({ kind: 'free', last: null })
})

test('whoever has to pay first does not buy a second subscription', () => {
  const unpaid = { status: 'unpaid', has_access: false } as Subscription
  const expired = { status: 'expired', has_access: false } as Subscription

  expect(currentPlanOf(statusOf('unpaid'), unpaid).kind).toBe('stopped')
  expect(currentPlanOf(statusOf('expired'), expired)).toEqual({ kind: 'free', last: expired })
})

test('a member without a subscription is on the free plan, any other on their own', () => {
  const pro: CurrentPlan = { kind: 'pro', subscription: subscriptionTo(annual?.id) }

  expect(plans.map((plan) => isCurrent(plan, { kind: 'free', last: null }))).toEqual([
    true,
    false,
    false,
  ])
  expect(plans.map((plan) => isCurrent(plan, pro))).toEqual([false, false, true])
  expect(plans.some((plan) => isCurrent(plan, { kind: 'visitor' }))).toBe(false)
})

test('a year is compared with twelve months of the same money', () => {
  expect(plans.map((plan) => yearlySaving(plan, plans))).toEqual([null, null, 1 - 40 / 48])
})

test('a year that saves nothing boasts of nothing', () => {
  const dear = plans.map((plan) => (plan === annual ? { ...plan, price: 50 } : plan))
  const foreign = plans.map((plan) => (plan === monthly ? { ...plan, currency: 'EUR' } : plan))

  expect(dear.map((plan) => yearlySaving(plan, dear))).toEqual([null, null, null])
  expect(foreign.map((plan) => yearlySaving(plan, foreign))).toEqual([null, null, null])
})

const statusOf = (subscription_status: string) => ({
  subscription_status,
  plan_name: 'Pro Monthly',
  current_period_end: null,
})

const subscriptionTo = (id = '') => ({ plan: { id } }) as Subscription
