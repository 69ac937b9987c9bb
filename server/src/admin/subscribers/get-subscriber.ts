import type { SubscriberReply } from '@app/contract/admin-billing'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readAsAdmin } from '#admin/levels.ts'
import { subscriptionNotFound } from './errors.ts'
import { withPage } from './list-subscribers.ts'
import { readSubscriberOverview } from './subscriber-overview-table.ts'
import { findSubscriber } from './subscribers-list-table.ts'

/** One subscription with its payments, the provider's events and the admins' actions. */
export async function getSubscriber(
  needs: Pick<AdminArea, 'db' | 'billing'>,
  caller: AdminCaller,
  id: string,
): Promise<SubscriberReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const subscription = await findSubscriber(sql, id)
    const overview = await readSubscriberOverview(sql, id)
    if (!subscription || !overview) throw subscriptionNotFound()

    return { subscription: withPage(needs, subscription), ...overview }
  })
}
