import { meaningOf } from '@app/contract/subscription-states'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import type { LemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import type { Billing } from './billing.ts'
import { expire, forget, IS_OVER } from './subscriptions-table.ts'

/**
 * Stops further charges for a deleted account. Its rows may be deleted with it, so jobs contain the provider's ids.
 */
export async function endSubscriptions(sql: Sql, userId: string): Promise<void> {
  const { rows } = await sql.query<{ subscriptionId: string }>(
    `select lemon_squeezy_subscription_id as "subscriptionId"
       from public.subscriptions
      where user_id = $1 and not (${IS_OVER})`,
    [userId],
  )

  await sendJob(sql, 'end-subscription', rows)
}

/** Cancels at the provider, then ends our own record, which remains if an admin emptied the account. */
export const endingWork = ({
  db,
  provider,
}: Pick<Billing, 'db' | 'provider'>): Pick<WorkFor<typeof jobKinds>, 'end-subscription'> => ({
  'end-subscription': async ({ payload: { subscriptionId } }) => {
    // Without an account at the provider, nothing can have been bought.
    if (provider) await cancel(provider, subscriptionId)
    await db.as(theServer, async (sql) => {
      await forget(sql, subscriptionId)
      await expire(sql, subscriptionId)
    })
  },
})

const isOver = ({ attributes }: ProviderSubscription) => meaningOf(attributes.status).isOver

/** If the provider does not know it, it has ended. If the provider refuses, the job fails and retries unless the subscription has ended. */
async function cancel(provider: LemonSqueezy, id: string): Promise<void> {
  const answer = await provider.cancel(id)
  if (answer === 'unknown' || (answer !== 'refused' && isOver(answer))) {
    return
  }

  const now = await provider.subscription(id)
  if (now && !isOver(now)) {
    throw new ProviderError('lemon-squeezy', 'unavailable', 'does not cancel the subscription')
  }
}
