import { meaningOf } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import { checkoutOwner } from '#billing/checkouts-table.ts'
import { updateNameless } from '#billing/payments-table.ts'
import { findByProviderId, forget, isForgotten } from '#billing/subscriptions-table.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { eraseEvents } from './events-table.ts'
import type { PendingRead } from './read-pending.ts'

/**
 * The owner of a subscription's events: undefined if known, else the member who began to buy it. Link parameters can be altered, so they
 * count only together with our own record of the checkout.
 */
export async function findOwner(
  sql: Sql,
  subscriptionId: string,
  events: PendingRead[],
): Promise<string | undefined | 'nobody' | 'gone'> {
  if (await isForgotten(sql, subscriptionId)) return 'gone'
  if (await findByProviderId(sql, subscriptionId)) return undefined

  for (const { read } of events) {
    if (read.kind !== 'subscription' || !read.custom) continue
    const { user_id, checkout_id } = read.custom
    const { variant_id: variantId, created_at: before } = read.subscription.attributes
    const owner = await checkoutOwner(sql, checkout_id, { variantId, before })
    if (owner === null) return 'gone'
    if (owner === user_id) return owner
  }
  return 'nobody'
}

/** Stops charges for a deleted account. */
export async function forgetEvents(
  sql: Sql,
  subscriptionId: string,
  events: PendingRead[],
): Promise<void> {
  const isRunning = events.some(
    ({ read }) =>
      read.kind === 'subscription' && !meaningOf(read.subscription.attributes.status).isOver,
  )

  for (const { read } of events) {
    if (read.kind === 'payment') await updateNameless(sql, read.invoice)
  }
  await forget(sql, subscriptionId)
  await eraseEvents(
    sql,
    events.map(({ id }) => id),
  )
  if (isRunning) await sendJob(sql, 'end-subscription', { subscriptionId })
}
