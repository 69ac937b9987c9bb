import type { AuditFilter } from '@app/contract/admin-operations'
import type { AuditLogLine, AuditReply } from '@app/contract/admin-operations-replies'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { shortened } from '#admin/audit-table.ts'
import { readCursor } from '#admin/cursor.ts'
import { type CsvPieces, exportList, type ListExport } from '#admin/export-list.ts'
import { readAsAdmin } from '#admin/levels.ts'
import { PAGE_ROWS, pageOf } from '#admin/list-pages.ts'
import { type AuditRow, countAudit, listAudit } from './audit-list-table.ts'

export async function readAudit(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  filter: AuditFilter,
): Promise<AuditReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const after = readCursor(filter.after)
    return pageOf(
      await listAudit(sql, filter, { after, limit: PAGE_ROWS + 1 }),
      await countAudit(sql, filter),
      asLine,
    )
  })
}

/** Newest first, as in the list. */
export const exportAudit = (
  needs: Pick<AdminArea, 'db' | 'limits'>,
  caller: AdminCaller,
  { source, actor, name, subject, day }: Omit<AuditFilter, 'after'>,
): Promise<CsvPieces> => {
  const filter = { source, actor, name, subject, day }

  return exportList<AuditRow>(needs, caller, {
    action: 'audit_exported',
    subjectType: 'audit',
    // The search term may be an address.
    filter: {
      source: source ?? 'actions',
      name,
      day,
      hasActor: Boolean(actor),
      hasSubject: Boolean(subject),
    },
    columns: COLUMNS,
    read: (sql, stretch) => listAudit(sql, filter, stretch),
  })
}

const COLUMNS: ListExport<AuditRow>['columns'] = {
  at: ({ created_at }) => created_at,
  actor: ({ actor, actorId }) => actor ?? actorId,
  action: ({ name }) => name,
  subject_type: ({ subjectType }) => subjectType,
  subject: ({ subject, subjectId }) => subject ?? subjectId,
  network: ({ network }) => networkOf(network),
  details: ({ details }) => JSON.stringify(details),
}

const asLine = ({ created_at, key: _, network, ...row }: AuditRow): AuditLogLine => ({
  ...row,
  at: created_at.toISOString(),
  network: networkOf(network),
})

/** Identity stores full addresses, but only the network is shown. */
const networkOf = (network: string | null): string | null =>
  network === null || network.includes('/') ? network : shortened(network)
