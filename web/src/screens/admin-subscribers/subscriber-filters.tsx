import type { AdminPlan } from '@app/contract/admin-billing'
import { Select } from '@app/ui/select.tsx'
import { SUBSCRIBER_FILTERS, type SubscriberFilters } from '#api/admin-billing.ts'
import { badgeOf, stateOfWord } from '#features/billing/subscription-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { planWords } from './subscriber-words.ts'

const GROUPS: Record<(typeof SUBSCRIBER_FILTERS.group)[number], MessageKey> = {
  any: 'admin.list.any',
  ending: 'admin.billing.group.ending',
  late: 'admin.billing.group.late',
  twice: 'admin.billing.group.twice',
}

const SORTS: Record<(typeof SUBSCRIBER_FILTERS.sort)[number], MessageKey> = {
  newest: 'admin.billing.sort.newest',
  next: 'admin.billing.sort.next',
  amount: 'admin.billing.sort.amount',
}

type Props = {
  filters: SubscriberFilters
  plans: AdminPlan[]
  onChange: (filters: Partial<SubscriberFilters>) => void
}

/** Each applies at once. */
export function SubscriberFilterRow({ filters, plans, onChange: filter }: Props) {
  const { t } = useTranslation()
  const any = { value: 'any', label: t('admin.list.any') }

  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Select
        label={t('admin.billing.status')}
        value={filters.status}
        options={SUBSCRIBER_FILTERS.status.map((value) => ({
          value,
          label: value === 'any' ? t('admin.list.any') : t(badgeOf(stateOfWord(value)).words),
        }))}
        onChange={(status) => filter({ status })}
      />
      <Select
        label={t('admin.billing.plan')}
        value={filters.plan}
        options={[
          any,
          ...plans
            .filter(({ isFree }) => !isFree)
            .map((plan) => ({ value: plan.id, label: planWords(t, plan) })),
        ]}
        onChange={(plan) => filter({ plan })}
      />
      <Select
        label={t('admin.billing.group.label')}
        value={filters.group}
        options={SUBSCRIBER_FILTERS.group.map((value) => ({ value, label: t(GROUPS[value]) }))}
        onChange={(group) => filter({ group })}
      />
      <Select
        label={t('admin.billing.sort.label')}
        value={filters.sort}
        options={SUBSCRIBER_FILTERS.sort.map((value) => ({ value, label: t(SORTS[value]) }))}
        onChange={(sort) => filter({ sort })}
      />
    </div>
  )
}
