import type { AdminPlan } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  checkSubscription,
  exportSubscribers,
  filterOf,
  type SUBSCRIBER_FILTERS,
  subscribersQuery,
  useRefreshBilling,
} from '#api/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { AdminList } from '#features/admin/admin-list.tsx'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { KeyLegend } from '#features/admin/key-legend.tsx'
import { ListPages } from '#features/admin/list-pages.tsx'
import { useListKeys } from '#features/admin/use-list-keys.ts'
import type { useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useSubscriberColumns } from './subscriber-columns.tsx'
import { SubscriberDrawer } from './subscriber-drawer.tsx'
import { SubscriberFilterRow } from './subscriber-filters.tsx'

type Choices = typeof SUBSCRIBER_FILTERS & { readonly plan: readonly ['any', ...string[]] }

type Props = { list: ReturnType<typeof useListState<Choices>>; plans: AdminPlan[] | undefined }

export function SubscribersTab({ list, plans }: Props) {
  const { t } = useTranslation()
  const filter = filterOf(list.words, list.filters)
  // The address names a plan by its id, which means nothing before the plans are known.
  const query = { ...subscribersQuery(filter, list.after), enabled: plans !== undefined }
  const rows = useQuery({ ...query, select: ({ items }) => items })
  const { data } = useQuery(query)
  const shown = rows.data ?? []
  const refresh = useRefreshBilling()
  useListKeys({
    ids: shown.map(({ id }) => id),
    open: list.open,
    onOpen: list.show,
    onSelect: () => {},
    onClearSelection: () => {},
    onReload: () => void refresh(),
  })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SearchField label={t('admin.billing.search')} value={list.words} onSearch={list.search} />
      <SubscriberFilterRow filters={list.filters} plans={plans ?? []} onChange={list.filter} />
      <AdminList
        caption={t('admin.nav.subscribers')}
        columns={useSubscriberColumns((id) => list.to({ open: id }))}
        rows={rows}
        open={list.open}
        isNarrowed={list.isNarrowed}
        onClearFilters={list.clearFilters}
        empty={{ title: t('admin.billing.empty'), text: t('admin.billing.emptyText') }}
      />
      {shown.length > 0 && (
        <ListPages
          count={data && data.count + (data.isCapped ? 1 : 0)}
          first={list.after ? list.to({ after: '', open: '' }) : null}
          next={data?.next ? list.to({ after: data.next, open: '' }) : null}
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <CsvButton name="gitferry-subscribers" load={() => exportSubscribers(filter)} />
        <CheckAll />
      </div>
      <KeyLegend own={[]} hasSelection={false} />
      <SubscriberDrawer id={list.open} onClose={list.close} />
    </div>
  )
}

/** Compares everything with the provider, which takes minutes. */
function CheckAll() {
  const { t } = useTranslation()
  const action = useAction<'check'>()
  const [isAsked, setAsked] = useState(false)

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        isBusy={action.running !== null}
        onClick={() =>
          void action.run('check', async () => {
            await checkSubscription()
            setAsked(true)
          })
        }
      >
        {t('admin.billing.checkAll')}
      </Button>
      {action.failure && <AdminFailure error={action.failure.error} />}
      {isAsked && !action.failure && (
        <Notice tone="positive">{t('admin.billing.checkAllAsked')}</Notice>
      )}
    </>
  )
}
