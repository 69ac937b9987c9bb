import type { ResumeSubscriptionBody } from '@app/contract/billing'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import { type Billing, providerOf } from './billing.ts'
import { subscriptionNotFound } from './errors.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { findOwn, type OwnSubscription } from './subscriptions-table.ts'

const LIMIT: Limit = { burst: 20, perSecond: 1 / 30 }

/** Every billing call of a member except checkouts counts, even if refused. */
export const takeTurn = ({ limits }: Pick<Billing, 'limits'>, member: Member): Promise<void> =>
  limits.take(`billing ${member.id}`, LIMIT)

/** Acts on the current state of a member's own subscription; calls are serialised. */
export async function withOwnSubscription<T>(
  billing: Billing,
  member: Member,
  { subscriptionId, userId }: ResumeSubscriptionBody,
  work: (subscription: OwnSubscription) => Promise<T>,
): Promise<T> {
  await takeTurn(billing, member)

  return withSubscription(
    billing,
    async (sql) => {
      await requireSignedIn(sql, member)
      return userId === member.id ? findOwn(sql, member.id, subscriptionId) : null
    },
    work,
  )
}

/** Acts on the current state of a subscription; calls are serialised. */
export async function withSubscription<T>(
  billing: Billing,
  read: (sql: Sql) => Promise<OwnSubscription | null>,
  work: (subscription: OwnSubscription) => Promise<T>,
): Promise<T> {
  const find = () =>
    billing.db.as(theServer, async (sql) => {
      const found = await read(sql)
      if (!found) throw subscriptionNotFound()
      return found
    })
  const { lemon_squeezy_subscription_id: providerId } = await find()
  providerOf(billing)

  return oneAtATime(billing.db, `subscription ${providerId}`, async () => work(await find()))
}
