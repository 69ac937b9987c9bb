import type { ResumeSubscriptionBody } from '@app/contract/billing'
import type { RepliedSubscription } from '@app/contract/billing-replies'
import { meaningOf, type SubscriptionStatusWord } from '@app/contract/subscription-states'
import type { Member } from '@app/platform/db/member.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Billing } from './billing.ts'
import { changeAtProvider } from './change-at-provider.ts'
import { billingUnavailable, nothingToResume } from './errors.ts'
import { findSubscription, type OwnSubscription, replyOf } from './subscriptions-table.ts'
import { withOwnSubscription, withSubscription } from './with-own-subscription.ts'

/** Renews a cancelled subscription before its end, or ends a pause. A running one stays unchanged. */
export const resumeSubscription = (
  billing: Billing,
  member: Member,
  body: ResumeSubscriptionBody,
): Promise<RepliedSubscription> =>
  withOwnSubscription(billing, member, body, async (subscription) => {
    await resumeUnlessEnded(billing, subscription)

    return replyOf(serverSql(billing.db), subscription.id)
  })

/** For an admin. */
export const resumeForMember = (billing: Billing, id: string): Promise<void> =>
  withSubscription(
    billing,
    (sql) => findSubscription(sql, id),
    (subscription) => resumeUnlessEnded(billing, subscription),
  )

async function resumeUnlessEnded(billing: Billing, subscription: OwnSubscription): Promise<void> {
  if (subscription.is_ended) throw nothingToResume()
  if (meaningOf(subscription.status).canResume) await resume(billing, subscription)
}

async function resume(billing: Billing, subscription: OwnSubscription): Promise<void> {
  const isPaused = subscription.status === 'paused'
  const now = await changeAtProvider(billing, subscription, {
    ask: (provider, id) => provider.change(id, isPaused ? { pause: null } : { cancelled: false }),
    isFulfilled: ({ attributes }) => isResumed(attributes.status),
    hasEnded: nothingToResume,
  })

  if (now === 'unknown' || now.attributes.status === 'expired') throw nothingToResume()
  if (!isResumed(now.attributes.status)) {
    throw billingUnavailable(new Error('The provider did not resume'))
  }
}

const isResumed = (status: SubscriptionStatusWord) =>
  status !== 'expired' && !meaningOf(status).canResume
