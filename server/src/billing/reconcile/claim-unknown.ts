import { createHash } from 'node:crypto'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Billing } from '#billing/billing.ts'
import { storeChecked } from '#billing/check-subscription.ts'
import { buyerByAddress } from '#billing/checkouts-table.ts'
import { keepUnclaimed } from '#billing/events/events-table.ts'
import { isForgotten } from '#billing/subscriptions-table.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'

/**
 * A subscription that no webhook reported. The API does not name the member: only the confirmed account with its address that began to buy
 * the plan can claim it.
 */
export async function claimUnknown(
  billing: Billing,
  subscription: ProviderSubscription,
): Promise<'claimed' | 'unclaimed' | 'forgotten'> {
  const sql = serverSql(billing.db)
  if (await isForgotten(sql, subscription.id)) return 'forgotten'
  const { updated_at } = subscription.attributes
  const userId = await buyerOf(billing, subscription)

  if (userId === null) {
    await keepUnclaimed(sql, {
      digest: createHash('sha256').update(`subscription_found ${subscription.id}`).digest('hex'),
      subscriptionId: subscription.id,
      updatedAt: updated_at,
      body: JSON.stringify({
        meta: { event_name: 'subscription_updated' },
        data: withoutLinks(subscription),
      }),
    })
    return 'unclaimed'
  }
  await storeChecked(billing, subscription, userId)
  await billing.db.as(theServer, async (own) => {
    await sendJob(own, 'take-billing-events', { subscriptionId: subscription.id })
    await sendJob(own, 'check-subscription', { subscriptionId: subscription.id })
  })
  return 'claimed'
}

/** An order precedes its subscription, so its own time is fetched if a buyer is found. */
async function buyerOf(
  { db, reconcilerProvider: provider }: Billing,
  { attributes }: ProviderSubscription,
): Promise<string | null> {
  const { user_email: email, variant_id: variantId, order_id, created_at } = attributes
  const buyerAt = (at: string) => buyerByAddress(serverSql(db), { email, variantId, at })
  if ((await buyerAt(created_at)) === null) return null
  const order = await provider?.order(order_id)

  return order ? buyerAt(order.attributes.created_at) : null
}

/** Its links open the buyer's account at the provider, so they are removed. */
const withoutLinks = ({
  attributes: { urls: _, ...attributes },
  ...object
}: ProviderSubscription) => ({
  ...object,
  attributes,
})
