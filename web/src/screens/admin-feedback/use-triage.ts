import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import {
  changeFeedback,
  deleteFeedback,
  type FeedbackItem,
  restoreFeedback,
  type TriageColumns,
  useFeedbackCache,
} from '#api/admin/admin-feedback.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { refusalWords } from './refusal-words.ts'

/** For one item, or for several (then `id` is null). */
export type TriageFailure = { id: string | null; text: string }

/** Changes are optimistic, and rolled back with the reason if the server refuses. */
export function useTriage() {
  const { t } = useTranslation()
  const cache = useFeedbackCache()
  const [failure, setFailure] = useState<TriageFailure | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const write = useWrite(cache)

  async function change(item: FeedbackItem, columns: TriageColumns): Promise<boolean> {
    setFailure(null)
    setDone(null)
    const text = await write(item, columns)
    if (text === null) return true

    setFailure({ id: item.id, text })
    await cache.refresh()
    return false
  }

  async function changeAll(items: FeedbackItem[], columns: TriageColumns): Promise<void> {
    setFailure(null)
    setDone(null)
    const reasons = await Promise.all(items.map((item) => write(item, columns)))
    const failed = reasons.filter((reason) => reason !== null)
    const changed = items.length - failed.length

    if (failed.length === 0) setDone(t('admin.list.changed', { count: changed }))
    else {
      const counts = t('admin.list.someFailed', { changed, failed: failed.length })
      setFailure({ id: null, text: [counts, ...new Set(failed)].join(' ') })
    }
    await cache.refresh()
  }

  /** Resolves to whether all were deleted. */
  async function remove(items: FeedbackItem[]): Promise<boolean> {
    setFailure(null)
    setDone(null)
    const answers = await Promise.allSettled(items.map(({ id }) => deleteFeedback(id)))
    const deleted = items.filter((_, place) => answers[place]?.status === 'fulfilled')
    const refusal = answers.find((answer) => answer.status === 'rejected')

    if (deleted.length > 0) offerUndo(deleted)
    if (refusal) {
      const text = refusalWords(t, 'admin.feedback.deleteFailed', refusal.reason)
      setFailure({ id: items.length === 1 ? (items[0]?.id ?? null) : null, text })
    }
    await cache.refresh()
    return !refusal
  }

  function offerUndo(items: FeedbackItem[]) {
    toasts.show({
      subject: 'feedback-deleted',
      title: t('admin.feedback.deleted', { count: items.length }),
      action: { text: t('admin.feedback.undo'), run: () => void restore(items) },
    })
  }

  async function restore(items: FeedbackItem[]): Promise<void> {
    const answers = await Promise.allSettled(items.map(({ id }) => restoreFeedback(id)))
    const refusal = answers.find((answer) => answer.status === 'rejected')
    if (refusal) {
      const text = refusalWords(t, 'admin.feedback.restoreFailed', refusal.reason)
      setFailure({ id: null, text })
    }
    await cache.refresh()
  }

  return { change, changeAll, remove, refresh: cache.refresh, failure, done }
}

function useWrite(cache: ReturnType<typeof useFeedbackCache>) {
  const { t } = useTranslation()
  const [versions] = useState(() => new Map<string, Promise<string>>())

  /** Resolves to the reason of a refusal, else null. */
  return async function write(item: FeedbackItem, columns: TriageColumns): Promise<string | null> {
    cache.show({ ...item, ...columns })
    // Two quick changes of ours are no conflict: the second builds on the first.
    const before = versions.get(item.id) ?? Promise.resolve('')
    const writing = before.then((own) =>
      changeFeedback({ ...item, updated_at: later(own, item.updated_at) }, columns),
    )
    versions.set(
      item.id,
      writing.then(
        ({ updated_at }) => updated_at,
        () => '',
      ),
    )
    try {
      cache.show(await writing)
      return null
    } catch (error) {
      cache.show(item)
      return reasonOf(t, error)
    }
  }
}

/** Both are times in the data API's format, always UTC. */
const later = (one: string, other: string) => (one > other ? one : other)

export type Triage = ReturnType<typeof useTriage>

function reasonOf(t: Translator['t'], error: unknown): string {
  const isConflict = error instanceof CodedError && error.code === 'changed_meanwhile'

  return isConflict ? t('admin.changedMeanwhile') : userMessage(t, error, 'errors.tryAgain')
}
