import { meaningOf } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { completeCheckout } from './checkouts-table.ts'
import { findPlan, findPlanOfVariant, type PricedPlan } from './plans-table.ts'
import {
  insertNew,
  type KnownSubscription,
  lockKnown,
  type ProviderState,
  updateKnown,
} from './provider-facts-table.ts'
import { type ReportNeeds, reportChange } from './report-change.ts'

/** No plan has the variant, so nothing is granted until an admin corrects the plans. */
export class UnknownVariant extends Error {
  override readonly name = 'UnknownVariant'

  constructor(variantId: string) {
    super(`Unknown variant ${variantId}`)
  }
}

type Told = {
  subscription: ProviderSubscription
  /** The owner, if it may be new to us. */
  userId?: string
}

/** `changed` and `same`: the provider's facts are stored. `nobody`: new to us, and without a known member. */
export type Stored = 'changed' | 'same' | 'outdated' | 'nobody'

/** Stores the provider's data about a subscription and reports the change to its member, in one transaction. */
export async function storeSubscription(
  needs: ReportNeeds,
  sql: Sql,
  { subscription, userId }: Told,
): Promise<Stored> {
  const before = await lockKnown(sql, subscription.id)
  const plan = await planOf(sql, subscription, before)
  const update = { subscription, plan }

  if (!before) return userId === undefined ? 'nobody' : storeNew(needs, sql, userId, update)
  if (before.is_forgotten || !(await updateKnown(sql, update))) return 'outdated'
  const after = await lockKnown(sql, subscription.id)
  if (!after || after.facts === before.facts) return 'same'

  await reportChange(needs, sql, { before, after, at: subscription.attributes.updated_at })
  return 'changed'
}

/** A subscription that no longer gives access keeps its plan, even if its variant changed. */
async function planOf(
  sql: Sql,
  { attributes: { variant_id: variantId, status } }: ProviderSubscription,
  before: KnownSubscription | null,
): Promise<PricedPlan> {
  const { isOver, access } = meaningOf(status)
  const isStopped = isOver || access === 'no'
  const plan =
    (await findPlanOfVariant(sql, variantId)) ??
    (before && isStopped ? await findPlan(sql, before.plan_id) : null)
  if (!plan) throw new UnknownVariant(variantId)

  return plan
}

async function storeNew(
  needs: ReportNeeds,
  sql: Sql,
  userId: string,
  update: ProviderState,
): Promise<Stored> {
  const { subscription, plan } = update
  if (!(await insertNew(sql, userId, update))) {
    // Another transaction inserted it first and has committed.
    return storeSubscription(needs, sql, update)
  }
  await updateKnown(sql, update)
  await completeCheckout(sql, {
    userId,
    variantId: subscription.attributes.variant_id,
    subscriptionId: subscription.id,
    boughtAt: subscription.attributes.created_at,
  })
  await recordProductEvent(sql, 'upgraded', userId, { plan: plan.name })
  return 'changed'
}
