import type { CancelSubscriptionBody } from '@app/contract/billing'
import type { RepliedSubscription } from '@app/contract/billing-replies'
import { meaningOf } from '@app/contract/subscription-states'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import type { Billing } from './billing.ts'
import { insertCancellation } from './cancellations-table.ts'
import { changeAtProvider } from './change-at-provider.ts'
import { billingUnavailable, nothingToCancel } from './errors.ts'
import {
  endUnknown,
  findSubscription,
  type OwnSubscription,
  replyOf,
} from './subscriptions-table.ts'
import { withOwnSubscription, withSubscription } from './with-own-subscription.ts'

/** Ends the renewal; the paid period stays valid until its end. An already cancelled subscription stays unchanged. */
export const cancelSubscription = (
  billing: Billing,
  member: Member,
  body: CancelSubscriptionBody,
): Promise<RepliedSubscription> =>
  withOwnSubscription(billing, member, body, async (subscription) => {
    await cancelUnlessEnded(billing, subscription, body)

    return replyOf(serverSql(billing.db), subscription.id)
  })

/** For an admin, whose reason goes into the audit log. */
export const cancelForMember = (billing: Billing, id: string): Promise<void> =>
  withSubscription(
    billing,
    (sql) => findSubscription(sql, id),
    (subscription) => cancelUnlessEnded(billing, subscription, {}),
  )

type Why = Pick<CancelSubscriptionBody, 'reason' | 'comment'>

async function cancelUnlessEnded(billing: Billing, subscription: OwnSubscription, why: Why) {
  if (subscription.is_ended) throw nothingToCancel()
  if (meaningOf(subscription.status).canCancel) await cancel(billing, subscription, why)
}

/** An unpaid period ends immediately. */
const isFulfilled = ({ attributes }: ProviderSubscription) => meaningOf(attributes.status).isOver

async function cancel(
  billing: Billing,
  subscription: OwnSubscription,
  { reason, comment }: Why,
): Promise<void> {
  const { id, user_id } = subscription
  const now = await changeAtProvider(billing, subscription, {
    ask: (provider, providerId) => provider.cancel(providerId),
    isFulfilled,
    hasEnded: nothingToCancel,
  })
  if (now !== 'unknown' && !isFulfilled(now)) {
    throw billingUnavailable(new Error('The provider did not cancel'))
  }

  await billing.db.as(theServer, async (sql) => {
    if (now === 'unknown') await endUnknown(sql, id)
    await insertCancellation(sql, {
      userId: user_id,
      subscriptionId: id,
      reason: reason ?? null,
      comment: comment?.trim() || null,
    })
  })
}
