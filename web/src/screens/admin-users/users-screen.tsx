import { Notice } from '@app/ui/notice.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportUsers, USER_FILTERS, usersListQuery, useUsersCache } from '#api/admin-users.ts'
import { usePageTitle } from '#config/page-title.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { KeyLegend } from '#features/admin/key-legend.tsx'
import { ListPages } from '#features/admin/list-pages.tsx'
import { useListKeys } from '#features/admin/use-list-keys.ts'
import { useListState } from '#features/admin/use-list-state.ts'
import { useSelection } from '#features/admin/use-selection.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { UserBulk } from './user-bulk.tsx'
import { useUserColumns } from './user-columns.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { UserFilterRow } from './user-filters.tsx'
import { nameOf } from './user-words.ts'

/** To find one person, see why something fails for them, and act. */
export function UsersScreen() {
  const { t } = useTranslation()
  const list = useListState(USER_FILTERS)
  const query = usersListQuery(list.words, list.filters, list.after)
  const page = useQuery(query)
  const rows = useQuery({ ...query, select: ({ items }) => items })
  const shown = rows.data ?? []
  const ids = shown.map(({ id }) => id)
  const selection = useSelection(ids)
  const { refresh } = useUsersCache()
  // Of a person who is gone, whose drawer cannot tell it any more.
  const [done, setDone] = useState<string | null>(null)
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.users')}`)
  useListKeys({
    ids,
    open: list.open,
    onOpen: list.show,
    onSelect: selection.toggle,
    onClearSelection: selection.clear,
    onReload: () => void refresh(),
  })

  return (
    <>
      <PageHeader
        title={t('admin.nav.users')}
        lead={t('admin.people.lead')}
        action={
          <CsvButton name="gitferry-users" load={() => exportUsers(list.words, list.filters)} />
        }
      />
      <div className="grid gap-3">
        <SearchField label={t('admin.people.search')} value={list.words} onSearch={list.search} />
        <UserFilterRow filters={list.filters} onChange={list.filter} />
      </div>
      {done && <Notice tone="positive">{done}</Notice>}
      <AdminList
        caption={t('admin.nav.users')}
        columns={useUserColumns((id) => list.to({ open: id }))}
        rows={rows}
        open={list.open}
        selection={selection}
        nameOf={nameOf}
        isNarrowed={list.isNarrowed}
        onClearFilters={list.clearFilters}
        empty={{ title: t('admin.people.empty'), text: t('admin.people.emptyText') }}
      />
      {page.data && shown.length > 0 && (
        <ListPages
          count={page.data.count + (page.data.isCapped ? 1 : 0)}
          first={list.after ? list.to({ after: '', open: '' }) : null}
          next={page.data.next ? list.to({ after: page.data.next, open: '' }) : null}
        />
      )}
      <KeyLegend own={[{ keys: ['/'], words: t('admin.keys.search') }]} />
      <UserBulk selection={selection} rows={shown} />
      <UserDrawer
        id={list.open}
        view={list.view}
        onView={list.showView}
        onClose={list.close}
        onDeleted={(text) => {
          setDone(text)
          list.close()
        }}
      />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}
