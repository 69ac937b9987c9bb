import { PageHeader } from '@app/ui/page-header.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { adminPlansQuery, SUBSCRIBER_FILTERS, unclaimedQuery } from '#api/admin/admin-billing.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { useListState } from '#features/admin/use-list-state.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { PlansTab } from './plans-tab.tsx'
import { SubscribersTab } from './subscribers-tab.tsx'
import { UnclaimedTab } from './unclaimed-tab.tsx'

/** Paying members, cancellations, and payments without a known member. */
export function SubscribersScreen() {
  const { t, number } = useTranslation()
  const plans = useQuery(adminPlansQuery)
  const unclaimed = useQuery(unclaimedQuery(''))
  const planIds = plans.data?.map(({ id }) => id) ?? []
  const list = useListState({ ...SUBSCRIBER_FILTERS, plan: ['any', ...planIds] as const })
  const waiting = unclaimed.data?.count ?? 0
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.subscribers')}`)

  return (
    <>
      <PageHeader title={t('admin.nav.subscribers')} lead={t('admin.billing.lead')} />
      <Tabs
        label={t('admin.nav.subscribers')}
        value={list.filters.tab}
        onChange={(tab) => list.filter({ tab: tab as typeof list.filters.tab })}
        tabs={[
          {
            value: 'subscribers',
            label: t('admin.nav.subscribers'),
            content: <SubscribersTab list={list} plans={plans.data} />,
          },
          {
            value: 'unclaimed',
            label:
              waiting > 0
                ? t('admin.billing.unclaimed.tabCount', { count: number(waiting) })
                : t('admin.billing.unclaimed.tab'),
            content: <UnclaimedTab list={list} />,
          },
          { value: 'plans', label: t('admin.billing.plans.tab'), content: <PlansTab /> },
        ]}
      />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}
