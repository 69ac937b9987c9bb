import type { CancellationReason } from '@app/contract/billing-words'
import type { Sql } from '@app/platform/db/database.ts'

type Cancellation = {
  userId: string
  subscriptionId: string
  reason: CancellationReason | null
  comment: string | null
}

export async function insertCancellation(
  sql: Sql,
  { userId, subscriptionId, reason, comment }: Cancellation,
): Promise<void> {
  await sql.query(
    // The account may have been deleted since the provider's call.
    `insert into public.cancellations (user_id, subscription_id, reason, comment)
     select $1, $2, $3, $4 where exists (select from public.subscriptions where id = $2 and user_id = $1)`,
    [userId, subscriptionId, reason, comment],
  )
}
