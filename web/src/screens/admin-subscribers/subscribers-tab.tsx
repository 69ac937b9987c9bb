import type { AdminPlan } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import {
  checkSubscription,
  exportSubscribers,
  filterOf,
  type SUBSCRIBER_FILTERS,
  subscribersQuery,
  useRefreshBilling,
} from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { AdminList } from '#features/admin/admin-list.tsx'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import type { useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { subscriberColumns } from './subscriber-columns.tsx'
import { SubscriberDrawer } from './subscriber-drawer.tsx'
import { subscriberFilters } from './subscriber-filters.ts'
import { personName } from './subscriber-words.ts'

type Choices = typeof SUBSCRIBER_FILTERS & { readonly plan: readonly ['any', ...string[]] }

type Props = { list: ReturnType<typeof useListState<Choices>>; plans: AdminPlan[] | undefined }

export function SubscribersTab({ list, plans }: Props) {
  const translator = useTranslation()
  const { t } = translator
  const filter = filterOf(list.words, list.filters)
  // The URL identifies a plan by its id, which is unknown until the plans are loaded.
  const query = { ...subscribersQuery(filter, list.after), enabled: plans !== undefined }
  const refresh = useRefreshBilling()

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SearchField label={t('admin.billing.search')} value={list.words} onSearch={list.search} />
      <ListFilters list={list} fields={subscriberFilters(t, plans ?? [])} />
      <AdminList
        caption={t('admin.nav.subscribers')}
        list={list}
        page={useListPage(query)}
        columns={subscriberColumns(translator)}
        nameOf={({ person }) => personName(t, person)}
        empty={{ title: t('admin.billing.empty'), text: t('admin.billing.emptyText') }}
        onReload={() => void refresh()}
        below={
          <div className="flex flex-wrap items-start gap-3">
            <CsvButton name="gitferry-subscribers" load={() => exportSubscribers(filter)} />
            <CheckAll />
          </div>
        }
      />
      <SubscriberDrawer id={list.open} onClose={list.close} />
    </div>
  )
}

/** Compares all subscriptions with the provider, which takes minutes. */
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
