import type { ChangePlanBody } from '@app/contract/billing'
import type { PlanChangeEstimate, RepliedSubscription } from '@app/contract/billing-replies'
import { meaningOf } from '@app/contract/subscription-states'
import type { Member } from '@app/platform/db/member.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { type Billing, providerOf } from './billing.ts'
import { changeAtProvider } from './change-at-provider.ts'
import {
  changeInPortal,
  nothingToChange,
  orUnavailable,
  paymentFirst,
  planNotForSale,
  planNotFound,
  resumeFirst,
} from './errors.ts'
import { estimateChange } from './estimate-change.ts'
import { findPlan, findPlanOnSale, type PricedPlan } from './plans-table.ts'
import { type OwnSubscription, replyOf } from './subscriptions-table.ts'
import { withOwnSubscription } from './with-own-subscription.ts'

type Changed = { subscription: RepliedSubscription } | PlanChangeEstimate

/** Moves a running subscription to another plan, charged immediately; or estimates the cost. */
export const changePlan = (
  billing: Billing,
  member: Member,
  body: ChangePlanBody,
): Promise<Changed> =>
  withOwnSubscription(billing, member, body, async (subscription) => {
    const sql = serverSql(billing.db)
    const plan = await findPlanOnSale(sql, body.planId)
    if (!plan) throw planNotFound()
    if (!plan.lemon_squeezy_id) throw planNotForSale()
    refuseUnlessRunning(subscription)

    if (body.preview) return estimate(billing, subscription, plan)
    if (subscription.plan_id !== plan.id) await change(billing, subscription, plan)
    return { subscription: await replyOf(sql, subscription.id) }
  })

function refuseUnlessRunning({ status, is_ended }: OwnSubscription): void {
  const { change } = meaningOf(status)
  if (is_ended || change === 'impossible') throw nothingToChange()
  if (change === 'payment_first') throw paymentFirst()
  if (change === 'resume_first') throw resumeFirst()
}

async function estimate(
  { db, clock }: Billing,
  subscription: OwnSubscription,
  next: PricedPlan,
): Promise<PlanChangeEstimate> {
  const { plan_id, status, current_period_start, current_period_end } = subscription
  const old = await findPlan(serverSql(db), plan_id)
  if (!old) throw planNotFound()

  const period = {
    start: current_period_start,
    end: current_period_end,
    isTrial: status === 'on_trial',
  }
  return estimateChange(old, next, period, clock.now())
}

async function change(
  billing: Billing,
  subscription: OwnSubscription,
  plan: PricedPlan,
): Promise<void> {
  const variantId = plan.lemon_squeezy_id ?? ''
  await refuseOtherPrice(billing, plan, variantId)
  const now = await changeAtProvider(billing, subscription, {
    ask: (provider, id) =>
      provider.change(id, { variant_id: Number(variantId), invoice_immediately: true }),
    isFulfilled: ({ attributes }) => attributes.variant_id === variantId,
    hasEnded: nothingToChange,
  })

  if (now === 'unknown' || now.attributes.status === 'expired') throw nothingToChange()
  // With PayPal the provider changes nothing, and only its own page can change the plan.
  if (now.attributes.variant_id !== variantId) {
    const { urls } = now.attributes
    throw changeInPortal(urls?.customer_portal_update_subscription ?? urls?.customer_portal ?? null)
  }
}

/** No member pays another price than the one shown. */
async function refuseOtherPrice(
  billing: Billing,
  { id, price, interval }: PricedPlan,
  variantId: string,
): Promise<void> {
  const theirs = await orUnavailable(providerOf(billing).priceOf(variantId))
  if (theirs?.cents === Math.round(price * 100) && theirs.interval === interval) return

  billing.log.error({ planId: id, variantId }, 'plan differs from what the payment provider sells')
  throw planNotForSale()
}
