import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

/**
 * Undoable changes to a list. The list is reloaded after each change, also after a failure; a failed undo is shown above it (`failure`).
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

  /** For actions without a form that could show a failure. */
  const writeHere = (work: () => Promise<unknown>) => write(work).catch(setFailure)

  return {
    failure,
    /** For screen readers: the row's new position. */
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
