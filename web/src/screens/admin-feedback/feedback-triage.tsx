import { Notice } from '@app/ui/notice.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  cursorOf,
  FEEDBACK_FILTERS,
  FEEDBACK_PAGE_SIZE,
  FEEDBACK_STATUSES,
  feedbackCountQuery,
  feedbackListQuery,
} from '#api/admin-feedback.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { KeyLegend } from '#features/admin/key-legend.tsx'
import { ListPages } from '#features/admin/list-pages.tsx'
import { useListKeys } from '#features/admin/use-list-keys.ts'
import { useListState } from '#features/admin/use-list-state.ts'
import { useSelection } from '#features/admin/use-selection.ts'
import { headlineOf, useCodeWords } from '#features/feedback/triage-words.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { FeedbackBulk } from './feedback-bulk.tsx'
import { useFeedbackColumns } from './feedback-columns.tsx'
import { FeedbackDrawer } from './feedback-drawer.tsx'
import { FeedbackFilterRow } from './feedback-filters.tsx'
import { NOTES_FIELD } from './feedback-notes.tsx'
import { type Triage, useTriage } from './use-triage.ts'

/** Triage: one decision per item, newest first. */
export function FeedbackTriage() {
  const { t } = useTranslation()
  const { categories } = useCodeWords()
  const list = useListState({ ...FEEDBACK_FILTERS, category: ['any', ...categories] })
  const rows = useQuery(feedbackListQuery(list, list.after))
  const count = useQuery(feedbackCountQuery(list))
  const shown = rows.data ?? []
  const ids = shown.map(({ id }) => id)
  const selection = useSelection(ids)
  const triage = useTriage()
  const last = shown.length === FEEDBACK_PAGE_SIZE ? shown.at(-1) : undefined
  useListKeys({
    ids,
    open: list.open,
    onOpen: list.show,
    onSelect: selection.toggle,
    onClearSelection: selection.clear,
    onReload: () => void triage.refresh(),
    own: {
      ...statusKeys((id, status) => {
        const item = shown.find((row) => row.id === id)
        if (item) void triage.change(item, { status })
      }),
      n: focusNotes,
    },
  })

  return (
    <>
      <SearchField label={t('admin.feedback.search')} value={list.words} onSearch={list.search} />
      <FeedbackFilterRow filters={list.filters} onChange={list.filter} />
      <Outcome triage={triage} open={list.open} />
      <AdminList
        caption={t('admin.nav.feedback')}
        columns={useFeedbackColumns((id) => list.to({ open: id }))}
        rows={rows}
        open={list.open}
        selection={selection}
        nameOf={(row) => headlineOf(t, row)}
        isNarrowed={list.isNarrowed}
        onClearFilters={list.clearFilters}
        empty={{ title: t('admin.feedback.empty'), text: t('admin.feedback.emptyText') }}
      />
      {shown.length > 0 && (
        <ListPages
          count={count.data}
          first={list.after ? list.to({ after: '', open: '' }) : null}
          next={
            last && count.data !== shown.length
              ? list.to({ after: cursorOf(last), open: '' })
              : null
          }
        />
      )}
      <KeyLegend
        own={[
          { keys: ['1', '2', '3', '4'], words: t('admin.feedback.status.label') },
          { keys: ['N'], words: t('admin.feedback.notes.label') },
        ]}
      />
      <FeedbackBulk selection={selection} rows={shown} triage={triage} />
      <FeedbackDrawer id={list.open} rows={shown} triage={triage} onClose={list.close} />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}

/** Of what was done from the list. What happened in the drawer is told there. */
function Outcome({ triage, open }: { triage: Triage; open: string }) {
  const { failure, done } = triage

  if (failure && failure.id !== open) return <Notice tone="danger">{failure.text}</Notice>
  return done && <Notice tone="positive">{done}</Notice>
}

/** In the drawer; without one there are no notes to write. */
function focusNotes(): void {
  document.querySelector<HTMLElement>(`[data-drawer] [name="${NOTES_FIELD}"]`)?.focus()
}

type Status = (typeof FEEDBACK_STATUSES)[number]

/** `1` to `4`, in the order of the statuses. */
function statusKeys(set: (id: string, status: Status) => void) {
  const entries = FEEDBACK_STATUSES.map((status, place) => [
    String(place + 1),
    (id: string) => set(id, status),
  ])

  return Object.fromEntries(entries) as Record<string, (id: string) => void>
}
