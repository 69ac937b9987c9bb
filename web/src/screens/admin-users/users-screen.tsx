import { Notice } from '@app/ui/notice.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useState } from 'react'
import { exportUsers, USER_FILTERS, usersListQuery, useUsersCache } from '#api/admin/admin-users.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { useListState } from '#features/admin/use-list-state.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { UserBulk } from './user-bulk.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { userFilters } from './user-filters.ts'
import { nameOf } from './user-words.ts'

/** Finds a user, shows why something fails for them, and offers actions. */
export function UsersScreen() {
  const translator = useTranslation()
  const { t } = translator
  const list = useListState(USER_FILTERS)
  const page = useListPage(usersListQuery(list.words, list.filters, list.after))
  const { refresh } = useUsersCache()
  // The result for a deleted user, which the drawer can no longer show.
  const [done, setDone] = useState<string | null>(null)
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.users')}`)

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
        <ListFilters list={list} fields={userFilters(t)} />
      </div>
      {done && <Notice tone="positive">{done}</Notice>}
      <AdminList
        caption={t('admin.nav.users')}
        list={list}
        page={page}
        columns={userColumns(translator)}
        nameOf={nameOf}
        empty={{ title: t('admin.people.empty'), text: t('admin.people.emptyText') }}
        onReload={() => void refresh()}
        keys={{ legend: [{ keys: ['/'], words: t('admin.keys.search') }] }}
        bulk={(selection, rows) => <UserBulk selection={selection} rows={rows} />}
      />
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
