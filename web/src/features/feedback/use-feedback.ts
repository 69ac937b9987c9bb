import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { sendFeedback } from '#api/content/feedback.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EMPTY_DRAFT, missingIn } from './feedback.ts'

export type Feedback = ReturnType<typeof useFeedback>

/** Failures are also shown in a toast (specification, section 5). */
export function useFeedback(onDone: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const showError = (text: string) =>
    toasts.show({ title: t('common.error'), text, tone: 'danger' })

  return useForm({
    initial: EMPTY_DRAFT,
    save: async (draft, { clear }) => {
      const missing = missingIn(draft)
      if (missing) {
        showError(t(missing))
        return
      }

      try {
        await sendFeedback(draft, session.status === 'member' ? session.id : null)
      } catch (error) {
        showError(t('feedback.failed'))
        throw error
      }
      toasts.show({ title: t('feedback.thanks'), text: t('feedback.sent'), tone: 'positive' })
      clear()
      onDone()
    },
    explain: (error) => ({ text: userMessage(t, error, 'feedback.failed') }),
  })
}
