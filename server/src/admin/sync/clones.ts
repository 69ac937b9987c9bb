import type { ClonesFilter } from '@app/contract/admin-sync'
import type { ClonesReply } from '@app/contract/admin-sync-replies'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import {
  cloneRefused,
  cloneUnknown,
  githubFailure,
  nobodyCanDelete,
  notInList,
} from '#admin/errors.ts'
import { changeAsAdmin, readAsAdmin, recordingRefusal, requireAdmin } from '#admin/levels.ts'
import { iso, pageOf } from '#admin/list-pages.ts'
import {
  type CloneRow,
  countClones,
  findCopy,
  listCloneRows,
  markCopyDeleted,
  type PublicCopy,
} from './clones-table.ts'

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

/** GitHub is called before the transaction of the change and its audit line. */
export function deleteClone(needs: AdminArea, caller: AdminCaller, id: string): Promise<void> {
  const action = { action: 'clone_deleted', subjectType: 'clone', subjectId: id } as const

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    const copy = await findCopy(serverSql(needs.db), id)
    if (!copy) throw notInList()
    await deleteAtGithub(needs, copy).catch((error: unknown) => {
      throw githubFailure(error)
    })
    await changeAsAdmin(needs, caller, action, (sql) => markCopyDeleted(sql, id))
  })
}

/** A repository of the same name with another id is somebody else's: the copy itself is gone then. */
async function deleteAtGithub(needs: AdminArea, copy: PublicCopy): Promise<void> {
  const { user_id, clone_full_name, github_repo_id } = copy
  if (user_id === null) throw nobodyCanDelete()
  const { github, accessToken } = await needs.githubOf(user_id)
  const found = await github.repository(accessToken, clone_full_name)

  if (found.kind === 'missing') return
  if (found.kind === 'refused') throw cloneRefused()
  if (github_repo_id === null) throw cloneUnknown()
  if (String(found.id) !== github_repo_id) return
  if (!(await github.deleteRepository(accessToken, clone_full_name))) throw cloneRefused()
}

const asLine = ({ due_at, deleted_at, is_late, key: _, ...row }: CloneRow & { key: string }) => ({
  ...row,
  dueAt: due_at.toISOString(),
  deletedAt: iso(deleted_at),
  isLate: is_late,
})
