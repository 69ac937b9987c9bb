import { toasts } from '@app/ui/toaster.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** Does one thing at a time to a team, and says in a toast if it did not work. */
export function useDeed() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function attempt(failed: MessageKey, deed: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await deed()
    } catch (error) {
      const text = userMessage(t, error, 'errors.tryAgain')
      toasts.show({ title: t(failed), text, tone: 'danger' })
    } finally {
      setBusy(false)
    }
    void client.invalidateQueries({ queryKey: ['dashboard', 'stats'] })
    await client.invalidateQueries({ queryKey: ['projects'] })
  }

  return { attempt, isBusy }
}
