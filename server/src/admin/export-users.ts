import type { AdminUsersFilter } from '@app/contract/admin-users'
import type { AdminArea, AdminCaller } from './admin.ts'
import { type CsvPieces, exportList, type ListExport } from './export-list.ts'
import { listPeople, type UserLine } from './users-list-table.ts'

const COLUMNS: ListExport<UserLine>['columns'] = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ displayName }) => displayName,
  role: ({ role }) => role,
  status: ({ status }) => status,
  banned_until: ({ bannedUntil }) => bannedUntil,
  plan: ({ plan }) => plan,
  ways_to_sign_in: ({ ways }) => ways.join(' '),
  second_factor: ({ hasFactor }) => hasFactor,
  projects: ({ projectCount }) => projectCount,
  created_at: ({ createdAt }) => createdAt,
  last_sign_in_at: ({ lastSignInAt }) => lastSignInAt,
}

export const exportUsers = (
  needs: Pick<AdminArea, 'db' | 'limits'>,
  caller: AdminCaller,
  { action: _, ...filter }: AdminUsersFilter & { action: 'export' },
): Promise<CsvPieces> => {
  const { q, ...named } = filter

  return exportList<UserLine>(needs, caller, {
    action: 'users_exported',
    subjectType: 'user',
    filter: { ...named, ...(q && { hasWords: true }) },
    columns: COLUMNS,
    read: (sql, stretch) => listPeople(sql, filter, stretch),
  })
}
