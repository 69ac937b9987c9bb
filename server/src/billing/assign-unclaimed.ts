import type { Sql } from '@app/platform/db/database.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { type Billing, providerOf } from './billing.ts'
import { orUnavailable } from './errors.ts'
import { isOurs } from './is-ours.ts'
import { storeSubscription, UnknownVariant } from './store-subscription.ts'
import { findByProviderId, isForgotten } from './subscriptions-table.ts'

type Assigned = 'assigned' | 'known' | 'unknown_variant' | 'gone'

/** A subscription at the provider that can be assigned to an account. null: our store does not have it. */
export async function findAtProvider(billing: Billing, id: string) {
  const provider = providerOf(billing)
  const found = await orUnavailable(provider.subscription(id))
  if (!found || !isOurs(provider, found.attributes)) return null

  return { assign: (sql: Sql, userId: string) => assign(billing, sql, found, userId) }
}

/** Its payments and stored events are processed after the transaction. */
async function assign(
  billing: Billing,
  sql: Sql,
  subscription: ProviderSubscription,
  userId: string,
): Promise<Assigned> {
  const { id: subscriptionId } = subscription
  if (await isForgotten(sql, subscriptionId)) return 'gone'
  if (await findByProviderId(sql, subscriptionId)) return 'known'

  try {
    await storeSubscription(billing, sql, { subscription, userId })
  } catch (error) {
    if (error instanceof UnknownVariant) return 'unknown_variant'
    throw error
  }
  // Another transaction may have stored it first.
  const stored = await findByProviderId(sql, subscriptionId)
  if (stored?.user_id !== userId) return 'known'

  await sendJob(sql, 'take-billing-events', { subscriptionId })
  await sendJob(sql, 'check-subscription', { subscriptionId })
  return 'assigned'
}
