import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

/**
 * Changes to a list that can be undone. The list is read again after each, also after one that failed; an undo that
 * fails is told above the list (`failure`).
 */
export function useUndoableChanges(subject: string, refresh: () => Promise<void>) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<unknown>(null)
  const [said, setSaid] = useState('')

  async function write(work: () => Promise<unknown>): Promise<void> {
    setFailure(null)
    try {
      await work()
    } finally {
      await refresh()
    }
  }

  /** For what has no form to tell a failure. */
  const writeHere = (work: () => Promise<unknown>) => write(work).catch(setFailure)

  return {
    failure,
    /** For screen readers: where a row was moved to. */
    said,
    write,
    writeHere,
    sayMoved: (name: string, id: string, after: readonly { id: string }[]) => {
      const place = after.findIndex((row) => row.id === id) + 1
      setSaid(t('admin.order.moved', { name, place, count: after.length }))
    },
    tell: (title: string) => toasts.show({ subject, title }),
    offerUndo: (title: string, undo: () => Promise<unknown>) =>
      toasts.show({
        subject,
        title,
        action: { text: t('admin.order.undo'), run: () => void writeHere(undo) },
      }),
  }
}
