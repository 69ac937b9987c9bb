import { useForm } from '@app/ui/use-form.ts'
import { useEffect, useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { REASONS, usageIn } from './uninstall.ts'

/** Loaded when the page is used: most visitors only read it. */
const feedbackApi = () => import('#api/content/feedback.ts')

const EMPTY = { reasons: [] as string[], description: '' }

class NothingSaid extends Error {}

export function useUninstall(onDone: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const [reasons, setReasons] = useState(REASONS)

  useEffect(() => {
    // Without an answer the known reasons are shown.
    feedbackApi()
      .then(({ loadReasons }) => loadReasons())
      .then(setReasons, () => {})
  }, [])

  const form = useForm({
    initial: EMPTY,
    save: async (draft) => {
      const description = draft.description.trim()
      if (draft.reasons.length === 0 && description === '') throw new NothingSaid()

      const { sendUninstall } = await feedbackApi()
      const userId = session.status === 'member' ? session.id : null
      const usage = usageIn(location.search)
      await sendUninstall({ reasons: draft.reasons, description, usage, userId })
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
