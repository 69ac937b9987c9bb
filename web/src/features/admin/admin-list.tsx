import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Selection } from './use-selection.ts'

type Props<Row extends { id: string }> = {
  caption: string
  columns: Column<Row>[]
  rows: UseQueryResult<Row[]>
  /** The id of what is open beside the list, or empty. */
  open: string
  /** Absent where nothing is done with several rows. */
  selection?: Selection
  /** What a screen reader hears at the checkbox of a row. */
  nameOf?: (row: Row) => string
  isNarrowed: boolean
  onClearFilters: () => void
  empty: { title: string; text: string }
}

/** Skeleton, failed, nothing matches, nothing there, rows: the same for every list of the area. */
export function AdminList<Row extends { id: string }>(props: Props<Row>) {
  const { t } = useTranslation()
  const { rows, empty } = props

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
  if (rows.data.length > 0) return <Rows {...props} shown={rows.data} />
  return (
    <Card>
      {props.isNarrowed ? (
        <NoResults
          title={t('admin.list.noResults')}
          text={t('admin.list.noResultsText')}
          clearText={t('admin.list.clear')}
          onClear={props.onClearFilters}
        />
      ) : (
        <EmptyState title={empty.title} text={empty.text} />
      )}
    </Card>
  )
}

function Rows<Row extends { id: string }>(props: Props<Row> & { shown: Row[] }) {
  const checkboxes = useCheckboxes(props)

  return (
    <div
      aria-busy={props.rows.isPlaceholderData}
      className={`rounded-lg border border-line bg-surface transition-opacity ${props.rows.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <Table
        caption={props.caption}
        columns={[...checkboxes, ...props.columns]}
        rows={props.shown}
        rowId={({ id }) => id}
        isCurrent={({ id }) => id === props.open}
      />
    </div>
  )
}

function useCheckboxes<Row extends { id: string }>({
  selection,
  nameOf = ({ id }) => id,
}: Props<Row>): Column<Row>[] {
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

/** Its target is larger than what is drawn. */
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
