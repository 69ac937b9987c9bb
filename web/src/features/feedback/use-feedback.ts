import { toasts } from '@app/ui/toaster.tsx'
import { type FormEvent, useState } from 'react'
import { sendFeedback } from '#api/feedback.ts'
import { useSession } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type Draft, EMPTY_DRAFT, missingIn } from './feedback.ts'

export type Feedback = ReturnType<typeof useFeedback>

/** What is being written, and what becomes of it. A draft survives a dialog that was closed by accident. */
export function useFeedback(onDone: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    const missing = missingIn(draft)
    if (missing) return complain(t(missing))

    setSending(true)
    setFailure(null)
    try {
      await sendFeedback(draft, session.status === 'member' ? session.id : null)
      toasts.show({ title: t('feedback.thanks'), text: t('feedback.sent'), tone: 'positive' })
      setDraft(EMPTY_DRAFT)
      onDone()
    } catch (error) {
      setFailure(userMessage(t, error, 'feedback.failed'))
      complain(t('feedback.failed'))
    } finally {
      setSending(false)
    }
  }

  function complain(text: string) {
    toasts.show({ title: t('common.error'), text, tone: 'danger' })
  }

  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })

  return { draft, change, isSending, failure, send }
}
