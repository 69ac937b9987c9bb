import { useForm } from '@app/ui/use-form.ts'
import { useEffect, useState } from 'react'
import { useSession } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { REASONS } from './uninstall.ts'

/** Fetched when the page is used: it is also rendered where there is no browser to send from. */
const loadSender = () => import('./send-uninstall.ts')

const EMPTY = { reasons: [] as string[], description: '' }

class NothingSaid extends Error {}

export function useUninstall(onDone: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const [reasons, setReasons] = useState(REASONS)

  useEffect(() => {
    // Without an answer the known reasons are shown.
    loadSender()
      .then(({ loadReasons }) => loadReasons())
      .then(setReasons, () => {})
  }, [])

  const form = useForm({
    initial: EMPTY,
    save: async (draft) => {
      const description = draft.description.trim()
      if (draft.reasons.length === 0 && description === '') throw new NothingSaid()

      const { sendUninstall } = await loadSender()
      const userId = session.status === 'member' ? session.id : null
      await sendUninstall({ reasons: draft.reasons, description, userId })
      onDone()
    },
    explain: (error) => ({
      text:
        error instanceof NothingSaid
          ? t('uninstall.nothingSaid')
          : userMessage(t, error, 'feedback.failed'),
    }),
  })

  return { reasons, form }
}
