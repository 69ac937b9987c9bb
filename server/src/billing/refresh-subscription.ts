import type { RefreshSubscriptionBody } from '@app/contract/billing'
import type { RefreshSubscriptionReply } from '@app/contract/billing-replies'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import type { LemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import { type Billing, providerOf } from './billing.ts'
import { checkSubscription, storeChecked } from './check-subscription.ts'
import { hasBegun } from './checkouts-table.ts'
import { orUnavailable } from './errors.ts'
import { isOurs } from './is-ours.ts'
import { UnknownVariant } from './store-subscription.ts'
import { findByProviderId, isForgotten, runningOf, statusOf } from './subscriptions-table.ts'
import { takeTurn } from './with-own-subscription.ts'

const ASK_LIMIT: Limit = { burst: 1, perSecond: 1 / 5 }
/** More subscriptions than any member has. */
const MOST_CHECKED = 5

/** The member's status after asking the provider, at most every 5 s. In between, the stored state is returned. */
export async function refreshSubscription(
  billing: Billing,
  member: Member,
  body: RefreshSubscriptionBody,
): Promise<RefreshSubscriptionReply['status']> {
  await takeTurn(billing, member)
  const provider = providerOf(billing)
  await billing.db.as(theServer, (sql) => requireSignedIn(sql, member))
  const order = orderIn(body)

  if (await mayAsk(billing, member)) {
    await orUnavailable(askAgain(billing, provider, member.id))
    if (order) await orUnavailable(claimOrder(billing, provider, member.id, order))
  }
  return statusOf(serverSql(billing.db), member.id)
}

async function mayAsk({ limits }: Billing, member: Member): Promise<boolean> {
  try {
    await limits.take(`refresh-subscription ${member.id}`, ASK_LIMIT)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

async function askAgain(billing: Billing, provider: LemonSqueezy, userId: string): Promise<void> {
  const ids = await runningOf(serverSql(billing.db), userId, MOST_CHECKED)

  for (const id of ids) {
    await checkSubscription(billing, provider, id).catch((err: unknown) => {
      if (!(err instanceof UnknownVariant)) throw err
      billing.log.error({ err }, 'subscription not stored')
    })
  }
}

type Order = { id: string; identifier: string }

/** The provider leaves the placeholder in brackets if it fills in nothing. */
function orderIn({ orderId, orderIdentifier }: RefreshSubscriptionBody): Order | null {
  if (!orderId || !orderIdentifier || !/^\d{1,18}$/.test(orderId)) return null

  return orderIdentifier.includes('[') ? null : { id: orderId, identifier: orderIdentifier }
}

/**
 * Makes the member owner of their purchase if no webhook has arrived yet. Order ids can be guessed, so the order's secret identifier and a
 * checkout of the member must match.
 */
async function claimOrder(
  billing: Billing,
  provider: LemonSqueezy,
  userId: string,
  { id, identifier }: Order,
): Promise<void> {
  const order = await provider.order(id)
  const variantId = order?.attributes.first_order_item?.variant_id
  if (!order || !variantId || order.attributes.identifier !== identifier) return
  if (!isOurs(provider, order.attributes)) return
  const sql = serverSql(billing.db)
  const before = order.attributes.created_at
  if (!(await hasBegun(sql, userId, { variantId, before }))) return

  for await (const page of provider.subscriptions({ orderId: order.id })) {
    for (const subscription of page) {
      if (subscription.attributes.order_id !== order.id) continue
      if (await findByProviderId(sql, subscription.id)) continue
      if (await isForgotten(sql, subscription.id)) continue
      await storeChecked(billing, subscription, userId)
      // Events may have waited for this, and the payment must still be stored.
      await billing.db.as(theServer, async (own) => {
        await sendJob(own, 'take-billing-events', { subscriptionId: subscription.id })
        await sendJob(own, 'check-subscription', { subscriptionId: subscription.id })
      })
    }
  }
}
