import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** Runs one change to a team at a time and reports a failure in a toast. */
export function useTeamAction() {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)

  async function run(failed: MessageKey, action: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await action()
    } catch (error) {
      const text = userMessage(t, error, 'errors.tryAgain')
      toasts.show({ title: t(failed), text, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  return { run, isBusy }
}
