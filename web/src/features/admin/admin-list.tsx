import { Card } from '@app/ui/card.tsx'
import { Drawer } from '@app/ui/drawer.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { ShortcutKeys } from '@app/ui/shortcut-keys.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import type { ReactNode } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { areShortcutsOn } from '#browser/shortcuts-choice.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ListPages } from './list-pages.tsx'
import { RowAddress } from './row-link.tsx'
import { useListKeys } from './use-list-keys.ts'
import type { ListPage } from './use-list-page.ts'
import type { AnyList } from './use-list-state.ts'
import { type Selection, useSelection } from './use-selection.ts'

/** Columns, filters and actions of a list. A new list is one file with these properties. */
type Props<Row extends { id: string }> = {
  caption: string
  list: AnyList
  page: ListPage<Row>
  columns: Column<Row>[]
  /** The row's title when opened, and the label of its checkbox. */
  nameOf: (row: Row) => string
  empty: { title: string; text: string }
  /** If missing, the rows are reloaded. */
  onReload?: () => void
  /** The actions on several rows, which then have checkboxes. */
  bulk?: (selection: Selection, rows: Row[]) => ReactNode
  keys?: { own?: Record<string, (id: string) => void>; legend: Legend[] }
  /** Shown below the pages. */
  below?: ReactNode
  /** The drawer's content for an open row; a list may have its own drawer instead. */
  children?: (row: Row, close: () => void) => ReactNode
}

/** A list with its pages, keys and drawer. */
export function AdminList<Row extends { id: string }>(props: Props<Row>) {
  const { list, page, keys, bulk, below, children } = props
  const rows = page.rows.data ?? []
  const ids = rows.map(({ id }) => id)
  const selection = useSelection(ids)
  useListKeys({
    ids,
    open: list.open,
    onOpen: list.show,
    onSelect: bulk ? selection.toggle : () => {},
    onClearSelection: selection.clear,
    onReload: props.onReload ?? (() => void page.rows.refetch()),
    ...(keys?.own && { own: keys.own }),
  })

  return (
    <RowAddress value={(id) => list.to({ open: id })}>
      <Rows {...props} selection={bulk ? selection : null} />
      {rows.length > 0 && (
        <ListPages
          count={page.count}
          first={list.after ? list.to({ after: '', open: '' }) : null}
          next={page.next && list.to({ after: page.next, open: '' })}
        />
      )}
      {below}
      {rows.length > 0 && <KeyLegend own={keys?.legend ?? []} hasSelection={bulk !== undefined} />}
      {bulk?.(selection, rows)}
      {children && <RowDrawer {...props}>{children}</RowDrawer>}
    </RowAddress>
  )
}

type RowsProps<Row extends { id: string }> = Props<Row> & { selection: Selection | null }

/** One of: skeleton, failure, no match, empty, rows. */
function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { t } = useTranslation()
  const { rows } = props.page

  if (rows.isPending) return <RowSkeletons />
  if (rows.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('admin.list.failed')}
          text={userMessage(t, rows.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={rows.refetch}
        />
      </Card>
    )
  }
  if (rows.data.length > 0) return <Shown {...props} shown={rows.data} />
  return (
    <Card>
      {props.list.isNarrowed ? (
        <NoResults
          title={t('admin.list.noResults')}
          text={t('admin.list.noResultsText')}
          clearText={t('admin.list.clear')}
          onClear={props.list.clearFilters}
        />
      ) : (
        <EmptyState {...props.empty} />
      )}
    </Card>
  )
}

function Shown<Row extends { id: string }>(props: RowsProps<Row> & { shown: Row[] }) {
  const checkboxes = useCheckboxes(props)
  const { isPlaceholderData } = props.page.rows

  return (
    <div
      aria-busy={isPlaceholderData}
      className={`rounded-lg border border-line bg-surface transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <Table
        caption={props.caption}
        columns={[...checkboxes, ...props.columns]}
        rows={props.shown}
        rowId={({ id }) => id}
        isCurrent={({ id }) => id === props.list.open}
      />
    </div>
  )
}

/** A link to an open row also names its page. */
function RowDrawer<Row extends { id: string }>(
  props: Props<Row> & { children: NonNullable<Props<Row>['children']> },
) {
  const { caption, list, page, nameOf, children } = props
  const { t } = useTranslation()
  const opened = page.rows.data?.find(({ id }) => id === list.open)

  return (
    <Drawer
      isOpen={list.open !== '' && !page.rows.isPending}
      onClose={list.close}
      title={opened ? nameOf(opened) : caption}
      closeText={t('common.close')}
    >
      {opened ? (
        <div key={opened.id} className="grid gap-6">
          {children(opened, list.close)}
        </div>
      ) : (
        <Notice tone="plain">{t('admin.list.gone')}</Notice>
      )}
    </Drawer>
  )
}

function useCheckboxes<Row extends { id: string }>({
  selection,
  nameOf,
}: RowsProps<Row>): Column<Row>[] {
  const { t } = useTranslation()
  if (!selection) return []
  const column: Column<Row> = {
    id: 'selected',
    title: t('admin.list.select'),
    head: (
      <Mark
        label={t('admin.list.selectAll')}
        isChecked={selection.isAll}
        onToggle={selection.toggleAll}
      />
    ),
    cell: (row) => (
      <Mark
        label={t('admin.list.selectOne', { name: nameOf(row) })}
        isChecked={selection.has(row.id)}
        onToggle={() => selection.toggle(row.id)}
      />
    ),
  }

  return [column]
}

/** Its target is larger than the visible box. */
function Mark(props: { label: string; isChecked: boolean; onToggle: () => void }) {
  return (
    <label className="-my-2 grid size-8 cursor-pointer place-items-center pointer-coarse:size-11">
      <span className="sr-only">{props.label}</span>
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={props.onToggle}
        className="checkbox-box"
      />
    </label>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

function RowSkeletons() {
  return (
    <div
      aria-hidden="true"
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {PLACES.map((place) => (
        <div key={place} className="flex items-center gap-6 px-4 py-3.5">
          <Skeleton className="size-5" />
          <Skeleton className="h-5 min-w-0 flex-1" />
          <Skeleton className="h-5 w-20 max-md:hidden" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  )
}

type Legend = { keys: string[]; words: string }

/** Shown below a list on devices with a keyboard. Kept out of the dialog for `?`, whose texts every page would load. */
function KeyLegend({ own, hasSelection = true }: { own: Legend[]; hasSelection?: boolean }) {
  const { t } = useTranslation()
  if (!areShortcutsOn()) return null
  const all: Legend[] = [
    { keys: ['J', 'K'], words: t('admin.keys.move') },
    { keys: ['↵'], words: t('admin.keys.open') },
    { keys: ['Esc'], words: t('admin.keys.close') },
    ...(hasSelection ? [{ keys: ['X'], words: t('admin.keys.select') }] : []),
    { keys: ['R'], words: t('admin.keys.reload') },
    ...own,
  ]

  return (
    <ul
      aria-label={t('admin.keys.title')}
      className="flex flex-wrap gap-x-5 gap-y-2 text-xs text-ink-soft max-sm:hidden pointer-coarse:hidden"
    >
      {all.map(({ keys, words }) => (
        <li key={words} className="flex items-center gap-2">
          <ShortcutKeys keys={keys} />
          {words}
        </li>
      ))}
    </ul>
  )
}
