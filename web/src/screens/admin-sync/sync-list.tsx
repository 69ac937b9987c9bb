import { Drawer } from '@app/ui/drawer.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { Column } from '@app/ui/table.tsx'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminList } from '#features/admin/admin-list.tsx'
import { KeyLegend } from '#features/admin/key-legend.tsx'
import { COUNT_LIMIT, ListPages } from '#features/admin/list-pages.tsx'
import { useListKeys } from '#features/admin/use-list-keys.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { SyncListState } from './use-sync-list.ts'

type Page<Row> = { items: Row[]; next: string | null; count: number; isCapped: boolean }

type Props<Row extends { id: string }, Reply extends Page<Row>> = {
  caption: string
  list: SyncListState
  query: UseQueryOptions<Reply, Error, Reply, QueryKey>
  columns: Column<Row>[]
  empty: { title: string; text: string }
  titleOf: (row: Row) => string
  /** What is beside the list when a row is open. `close` is for what takes the row out of the list. */
  children: (row: Row, close: () => void) => ReactNode
}

/** One tab's list, its pages and its drawer. A link to an open row also names the page that holds it. */
export function SyncList<Row extends { id: string }, Reply extends Page<Row>>(
  props: Props<Row, Reply>,
) {
  const { caption, list, query, columns, empty, titleOf, children } = props
  const { t } = useTranslation()
  const page = useQuery(query)
  const rows = useQuery({ ...query, select: (reply: Reply): Row[] => reply.items })
  const shown = rows.data ?? []
  const opened = shown.find(({ id }) => id === list.open)
  useListKeys({
    ids: shown.map(({ id }) => id),
    open: list.open,
    onOpen: list.show,
    onSelect: () => {},
    onClearSelection: () => {},
    onReload: () => void page.refetch(),
  })

  return (
    <>
      <AdminList
        caption={caption}
        columns={columns}
        rows={rows}
        open={list.open}
        isNarrowed={list.isNarrowed}
        onClearFilters={list.clearFilters}
        empty={empty}
      />
      {page.data && shown.length > 0 && (
        <ListPages
          count={page.data.isCapped ? COUNT_LIMIT + 1 : page.data.count}
          first={list.after ? list.to({ after: '', open: '' }) : null}
          next={page.data.next ? list.to({ after: page.data.next, open: '' }) : null}
        />
      )}
      {shown.length > 0 && <KeyLegend hasSelection={false} own={[]} />}
      <Drawer
        isOpen={list.open !== '' && !rows.isPending}
        onClose={list.close}
        title={opened ? titleOf(opened) : caption}
        closeText={t('common.close')}
      >
        {opened ? (
          <div key={opened.id} className="grid gap-6">
            {children(opened, list.close)}
          </div>
        ) : (
          <Notice tone="plain">{t('adminSync.gone')}</Notice>
        )}
      </Drawer>
    </>
  )
}
