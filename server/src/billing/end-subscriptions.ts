import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'

/**
 * For whoever leaves: nothing may be charged any more. The rows may go with the account, so the provider's own ids
 * travel in jobs.
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
 * Ends what we hold of it: the row of an account that an admin emptied is still there. As long as nothing can be bought,
 * no provider holds more than we do; whoever lets people buy tells the provider here as well.
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
