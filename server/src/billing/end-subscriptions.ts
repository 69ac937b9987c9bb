import type { Sql } from '#db/database.ts'
import { sendJob } from '#jobs/send-job.ts'

/**
 * For whoever leaves: nothing may be charged any more. The rows go with the account, so the provider's own ids travel
 * in jobs, which wait until the provider has been told.
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
