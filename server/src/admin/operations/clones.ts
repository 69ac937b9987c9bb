import type { ClonesFilter } from '@app/contract/admin-operations'
import type { ClonesReply } from '@app/contract/admin-operations-replies'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { cloneRefused, notInList } from '#admin/errors.ts'
import { changeAsAdmin, readAsAdmin, recordingRefusal, requireAdmin } from '#admin/levels.ts'
import { iso, pageOf } from '#admin/list-pages.ts'
import { type CloneRow, countClones, listCloneRows } from './clones-table.ts'

export async function listClones(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  filter: ClonesFilter,
): Promise<ClonesReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const after = readCursor(filter.after)
    return pageOf(await listCloneRows(sql, filter, after), await countClones(sql, filter), asLine)
  })
}

/** GitHub is called before the transaction of the audit line. */
export function deleteClone(needs: AdminArea, caller: AdminCaller, id: string): Promise<void> {
  const action = { action: 'clone_deleted', subjectType: 'clone', subjectId: id } as const

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    const outcome = await needs.deleteClone(id)
    if (outcome === 'missing') throw notInList()
    if (outcome === 'left') throw cloneRefused()
    await changeAsAdmin(needs, caller, action, async () => {})
  })
}

const asLine = ({ due_at, deleted_at, is_late, key: _, ...row }: CloneRow & { key: string }) => ({
  ...row,
  dueAt: due_at.toISOString(),
  deletedAt: iso(deleted_at),
  isLate: is_late,
})
