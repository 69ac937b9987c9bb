import { type FormEvent, useEffect, useState } from 'react'
import { useSession } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { REASONS, usageIn } from './uninstall.ts'

/** Loaded when the page is used: most visitors only read it. */
const feedbackApi = () => import('#api/feedback.ts')

export function useUninstall(onDone: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const [reasons, setReasons] = useState(REASONS)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    // Without an answer the known ones stay.
    feedbackApi()
      .then(({ loadReasons }) => loadReasons())
      .then(setReasons, () => {})
  }, [])

  /** Reads the form itself: what was ticked before the page came to life counts too. */
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const chosen = values.getAll('reason').map(String)
    const description = String(values.get('description') ?? '').trim()
    if (chosen.length === 0 && description === '') return setFailure(t('uninstall.nothingSaid'))

    setSending(true)
    setFailure(null)
    try {
      const { sendUninstall } = await feedbackApi()
      const userId = session.status === 'member' ? session.id : null
      const usage = usageIn(location.search)
      await sendUninstall({ reasons: chosen, description, usage, userId })
      onDone()
    } catch (error) {
      setFailure(userMessage(t, error, 'feedback.failed'))
    } finally {
      setSending(false)
    }
  }

  return { reasons, isSending, failure, send }
}
