import { Notice } from '@app/ui/notice.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  CHOSEN_STATUSES,
  cursorOf,
  FEEDBACK_FILTERS,
  FEEDBACK_PAGE_SIZE,
  type FeedbackItem,
  type FeedbackSearch,
  feedbackCountQuery,
  feedbackListQuery,
} from '#api/admin/admin-feedback.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import type { ListPage } from '#features/admin/use-list-page.ts'
import { useListState } from '#features/admin/use-list-state.ts'
import { headlineOf, useCodeWords } from '#features/feedback/triage-words.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { FeedbackBulk } from './feedback-bulk.tsx'
import { useFeedbackColumns } from './feedback-columns.tsx'
import { FeedbackDrawer } from './feedback-drawer.tsx'
import { feedbackFilters } from './feedback-filters.ts'
import { NOTES_FIELD } from './feedback-notes.tsx'
import { type Triage, useTriage } from './use-triage.ts'

/** Triage: one decision per item, newest first. */
export function FeedbackTriage() {
  const { t } = useTranslation()
  const words = useCodeWords()
  const list = useListState({ ...FEEDBACK_FILTERS, category: ['any', ...useCategories(words)] })
  const page = useFeedbackPage(list)
  const shown = page.rows.data ?? []
  const triage = useTriage()
  const setStatus = (id: string, status: Status) => {
    const item = shown.find((row) => row.id === id)
    if (item) void triage.change(item, { status })
  }

  return (
    <>
      <SearchField label={t('admin.feedback.search')} value={list.words} onSearch={list.search} />
      <ListFilters list={list} fields={feedbackFilters(t, words)} />
      <Outcome triage={triage} open={list.open} />
      <AdminList
        caption={t('admin.nav.feedback')}
        list={list}
        page={page}
        columns={useFeedbackColumns()}
        nameOf={(row) => headlineOf(t, row)}
        empty={{ title: t('admin.feedback.empty'), text: t('admin.feedback.emptyText') }}
        onReload={() => void triage.refresh()}
        keys={{
          own: { ...statusKeys(setStatus), n: focusNotes },
          legend: [
            { keys: ['1', '2', '3', '4'], words: t('admin.feedback.status.label') },
            { keys: ['N'], words: t('admin.feedback.notes.label') },
          ],
        }}
        bulk={(selection, rows) => (
          <FeedbackBulk selection={selection} rows={rows} triage={triage} />
        )}
      />
      <FeedbackDrawer id={list.open} rows={shown} triage={triage} onClose={list.close} />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}

/** Until they are loaded, the URL's category counts as one of them: closing an item must not remove it from the URL. */
function useCategories({ categories, isPending }: ReturnType<typeof useCodeWords>): string[] {
  const [parameters] = useSearchParams()
  const requested = parameters.get('category')

  return isPending && requested ? [...categories, requested] : categories
}

function useFeedbackPage(list: FeedbackSearch & { after: string }): ListPage<FeedbackItem> {
  const rows = useQuery(feedbackListQuery(list, list.after))
  const { data: count } = useQuery(feedbackCountQuery(list))
  const last = rows.data?.length === FEEDBACK_PAGE_SIZE ? rows.data.at(-1) : undefined

  return {
    rows,
    count,
    next: last && count !== rows.data?.length ? cursorOf(last) : null,
  }
}

/** The outcome of actions in the list. The drawer shows its own failures. */
function Outcome({ triage, open }: { triage: Triage; open: string }) {
  const { failure, done } = triage

  if (failure && failure.id !== open) return <Notice tone="danger">{failure.text}</Notice>
  return done && <Notice tone="positive">{done}</Notice>
}

/** Focuses the notes in the drawer; does nothing without one. */
function focusNotes(): void {
  document.querySelector<HTMLElement>(`[data-drawer] [name="${NOTES_FIELD}"]`)?.focus()
}

type Status = (typeof CHOSEN_STATUSES)[number]

/** `1` to `4`, in the order of the statuses. */
function statusKeys(set: (id: string, status: Status) => void) {
  const entries = CHOSEN_STATUSES.map((status, place) => [
    String(place + 1),
    (id: string) => set(id, status),
  ])

  return Object.fromEntries(entries) as Record<string, (id: string) => void>
}
