import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Billing } from '#billing/billing.ts'
import { plansWithVariant } from '#billing/plans-table.ts'
import type { LemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import type { PlanDifference } from './reconciliations-table.ts'

/** Finds plans with another price at the provider. Admins decide which side is right. */
export async function comparePlans(
  { db, log }: Billing,
  provider: LemonSqueezy,
): Promise<PlanDifference[]> {
  const differences: PlanDifference[] = []

  for (const plan of await plansWithVariant(serverSql(db))) {
    const found = await provider.priceOf(plan.lemon_squeezy_id ?? '')
    const ours = { price: plan.price, interval: plan.interval }
    const theirs = found && { price: found.cents / 100, interval: found.interval }
    if (theirs?.price === ours.price && theirs.interval === ours.interval) continue

    log.error({ planId: plan.id }, 'plan differs from what the payment provider sells')
    differences.push({ planId: plan.id, ours, theirs })
  }
  return differences
}
