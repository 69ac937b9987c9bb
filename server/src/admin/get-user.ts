import type { AdminUserReply, SignInsReply } from '@app/contract/admin-users'
import { theServer } from '@app/platform/db/database.ts'
import {
  listSignIns,
  readAccountOverview,
  SIGN_INS_PAGE,
  VIEWED,
  wasViewed,
} from './account-overview-table.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import { insertAuditLine } from './audit-table.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { userNotFound } from './errors.ts'
import { requireAdmin } from './levels.ts'
import { asUser } from './list-users.ts'
import { findPerson } from './users-list-table.ts'

/** Reads all data about one account. It shows project names, so it writes an audit line. */
export async function getUser(
  needs: Pick<AdminArea, 'db' | 'adminEmails'>,
  caller: AdminCaller,
  id: string,
): Promise<AdminUserReply> {
  await requireAdmin(needs, caller)

  return needs.db.as(theServer, async (sql) => {
    const person = await findPerson(sql, id)
    const overview = await readAccountOverview(sql, id)
    if (!person || !overview) throw userNotFound()
    if (!(await wasViewed(sql, caller.member.id, id))) {
      const line = { action: VIEWED, subjectType: 'user', subjectId: id } as const
      await insertAuditLine(sql, caller, line)
    }

    const isInAdminEmails = person.email !== null && needs.adminEmails.includes(person.email)
    return { user: asUser(person), isInAdminEmails, ...overview }
  })
}

export async function listUserSignIns(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  { userId, after }: { userId: string; after?: string | undefined },
): Promise<SignInsReply> {
  await requireAdmin(needs, caller)
  const place = readCursor(after)

  return needs.db.as(theServer, async (sql) => {
    if (!(await findPerson(sql, userId))) throw userNotFound()
    const rows = await listSignIns(sql, userId, place)
    const page = rows.slice(0, SIGN_INS_PAGE)
    const last = rows.length > SIGN_INS_PAGE ? page.at(-1) : undefined

    return {
      items: page.map(({ key: _, ...item }) => item),
      next: last ? writeCursor(last) : null,
    }
  })
}
