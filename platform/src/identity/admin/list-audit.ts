import { theServer } from '#db/database.ts'
import { readUuid } from '#db/uuid.ts'
import { type AuditRow, listEntries } from '#identity/audit/audit-table.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Page } from './users-list-table.ts'

const FILTERS: Record<string, 'actor' | 'action' | 'type'> = {
  author: 'actor',
  action: 'action',
  type: 'type',
}

/** `query` is empty, or one of `author:`, `action:`, `type:` with a value. */
export async function listAudit(
  { db }: Pick<Identity, 'db'>,
  query: string,
  page: Page,
): Promise<{ entries: AuditRow[]; total: number }> {
  const [name = '', value = ''] = query.split(/:(.*)/s)
  const filter = FILTERS[name]
  if (query !== '' && (!filter || value === '')) throw validationFailed('Bad query scope')

  const nothing = { actor: null, action: null, type: null }
  return db.as(theServer, (sql) =>
    listEntries(sql, filter ? { ...nothing, [filter]: readUuid(value) ?? value } : nothing, page),
  )
}
