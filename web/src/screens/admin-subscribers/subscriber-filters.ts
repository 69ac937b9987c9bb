import type { AdminPlan } from '@app/contract/admin-billing'
import { SUBSCRIBER_FILTERS, type SubscriberFilters } from '#api/admin/admin-billing.ts'
import type { ListField } from '#features/admin/list-filters.tsx'
import { badgeOf, stateOfWord } from '#features/billing/subscription-state.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'
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

export function subscriberFilters(
  t: Translator['t'],
  plans: AdminPlan[],
): ListField<keyof SubscriberFilters>[] {
  const any = { value: 'any', label: t('admin.list.any') }

  return [
    {
      name: 'status',
      label: t('admin.billing.status'),
      options: SUBSCRIBER_FILTERS.status.map((value) =>
        value === 'any' ? any : { value, label: t(badgeOf(stateOfWord(value)).words) },
      ),
    },
    {
      name: 'plan',
      label: t('admin.billing.plan'),
      options: [
        any,
        ...plans
          .filter(({ isFree }) => !isFree)
          .map((plan) => ({ value: plan.id, label: planWords(t, plan) })),
      ],
    },
    {
      name: 'group',
      label: t('admin.billing.group.label'),
      options: SUBSCRIBER_FILTERS.group.map((value) => ({ value, label: t(GROUPS[value]) })),
    },
    {
      name: 'sort',
      label: t('admin.billing.sort.label'),
      options: SUBSCRIBER_FILTERS.sort.map((value) => ({ value, label: t(SORTS[value]) })),
    },
  ]
}
