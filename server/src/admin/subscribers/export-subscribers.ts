import type { SubscribersFilter } from '@app/contract/admin-billing'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { type CsvPieces, exportList, type ListExport } from '#admin/export-list.ts'
import { listSubscriptions, type SubscriberLine } from './subscribers-list-table.ts'

const COLUMNS: ListExport<SubscriberLine>['columns'] = {
  id: ({ id }) => id,
  provider_id: ({ providerId }) => providerId,
  email: ({ person }) => person.email,
  name: ({ person }) => person.displayName,
  plan: ({ plan }) => plan.name,
  price: ({ plan }) => plan.priceCents / 100,
  currency: ({ plan }) => plan.currency,
  interval: ({ plan }) => plan.interval,
  status: ({ status }) => status,
  has_access: ({ hasAccess }) => hasAccess,
  is_test: ({ isTest }) => isTest,
  monthly_amount: ({ monthlyCents }) => monthlyCents && monthlyCents / 100,
  since: ({ createdAt }) => createdAt,
  next_date: ({ nextAt }) => nextAt,
  ends_at: ({ endsAt }) => endsAt,
  last_payment: ({ lastPayment }) => lastPayment && lastPayment.cents / 100,
  last_payment_status: ({ lastPayment }) => lastPayment?.status ?? null,
  last_payment_at: ({ lastPayment }) => lastPayment?.createdAt ?? null,
  checked_at: ({ checkedAt }) => checkedAt,
}

export const exportSubscribers = (
  needs: Pick<AdminArea, 'db' | 'limits'>,
  caller: AdminCaller,
  { action: _, ...filter }: SubscribersFilter & { action: 'export' },
): Promise<CsvPieces> => {
  const { q, ...named } = filter

  return exportList<SubscriberLine>(needs, caller, {
    action: 'subscribers_exported',
    subjectType: 'subscription',
    filter: { ...named, ...(q && { hasWords: true }) },
    columns: COLUMNS,
    read: (sql, stretch) => listSubscriptions(sql, filter, stretch),
  })
}
