import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'

/**
 * Stops further charges for a deleted account. Its rows may be deleted with it, so jobs carry the provider's own
 * ids.
 */
export async function endSubscriptions(sql: Sql, userId: string): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `select lemon_squeezy_subscription_id as id
       from public.subscriptions
      where user_id = $1 and status not in ('cancelled', 'expired')`,
    [userId],
  )

  for (const { id } of rows) await sendJob(sql, 'end-subscription', { subscriptionId: id })
}

/**
 * Ends our own record, which remains where an admin emptied the account. While nothing can be bought, the provider
 * holds nothing more; once it does, this also has to tell the provider.
 */
export const endingWork = ({
  db,
}: {
  db: Database
}): Pick<WorkFor<typeof jobKinds>, 'end-subscription'> => ({
  'end-subscription': async ({ payload }) => {
    await db.ask(theServer, {
      text: `update public.subscriptions
                set status = 'expired', ends_at = app.now(), renews_at = null
              where lemon_squeezy_subscription_id = $1 and status <> 'expired'`,
      values: [payload.subscriptionId],
    })
  },
})
