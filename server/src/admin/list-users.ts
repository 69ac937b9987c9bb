import type { AdminUser, AdminUsersFilter, AdminUsersReply } from '@app/contract/admin-users'
import type { AdminArea, AdminCaller } from './admin.ts'
import { readCursor } from './cursor.ts'
import { readAsAdmin } from './levels.ts'
import { PAGE_ROWS, pageOf } from './list-pages.ts'
import { countPeople, listPeople, type UserLine } from './users-list-table.ts'

export async function listUsers(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  { after: place, ...filter }: AdminUsersFilter & { after?: string | undefined },
): Promise<AdminUsersReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const after = readCursor(place, filter.sort === 'email' ? 'text' : 'time')
    // One row more than the page shows whether a next page exists.
    const rows = await listPeople(sql, filter, { after, limit: PAGE_ROWS + 1 })
    const counted = await countPeople(sql, filter)

    return pageOf(rows, counted, ({ key: _, ...line }) => asUser(line))
  })
}

export const asUser = ({ bannedUntil, createdAt, lastSignInAt, ...line }: UserLine): AdminUser => ({
  ...line,
  bannedUntil: bannedUntil?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
})
