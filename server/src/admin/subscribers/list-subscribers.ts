import type {
  Subscriber,
  SubscribersFilter,
  SubscribersReply,
  UnclaimedReply,
} from '@app/contract/admin-billing'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { readAsAdmin } from '#admin/levels.ts'
import { PAGE_ROWS, pageOf } from '#admin/list-pages.ts'
import { countSubscriptions, listSubscriptions } from './subscribers-list-table.ts'
import { countUnclaimed, listUnclaimedPayments } from './unclaimed-table.ts'

type Needs = Pick<AdminArea, 'db' | 'billing'>

export async function listSubscribers(
  needs: Needs,
  caller: AdminCaller,
  { after: place, ...filter }: SubscribersFilter & { after?: string | undefined },
): Promise<SubscribersReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const after = readCursor(place, filter.sort === 'amount' ? 'number' : 'time')
    // One row more than the page shows whether a next page exists.
    const rows = await listSubscriptions(sql, filter, { after, limit: PAGE_ROWS + 1 })
    const counted = await countSubscriptions(sql, filter)

    return pageOf(rows, counted, ({ key: _, ...line }) => withPage(needs, line))
  })
}

/** Subscriptions without a known member, newest first. */
export async function listUnclaimed(
  needs: Needs,
  caller: AdminCaller,
  place: string | undefined,
): Promise<UnclaimedReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const after = readCursor(place)
    const rows = await listUnclaimedPayments(sql, { after, limit: PAGE_ROWS + 1 })
    const counted = await countUnclaimed(sql)

    return pageOf(rows, counted, ({ key: _, id: __, ...payment }) => withPage(needs, payment))
  })
}

/** Includes its URL at the provider, for admins who look there. */
export const withPage = <Line extends { providerId: string }>(
  { billing }: Needs,
  line: Line,
): Line & Pick<Subscriber, 'providerUrl'> => ({
  ...line,
  providerUrl: billing.pageOf(line.providerId),
})
