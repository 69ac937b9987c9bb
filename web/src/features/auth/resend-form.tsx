import { Notice } from '@app/ui/notice.tsx'
import { useState } from 'react'
import { resendConfirmation } from '#api/auth-mails.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EmailForm } from './email-form.tsx'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useRedirects } from './use-redirects.ts'

type Props = {
  /** Why somebody was sent here. */
  message: string | null
  initialEmail: string
}

export function ResendForm({ message, initialEmail }: Props) {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const { attempt, running, failure } = useAttempt<'send'>()
  const [isSent, setSent] = useState(false)

  function send(email: string) {
    setSent(false)
    void attempt('send', async () => {
      await resendConfirmation(email, redirects.toDashboard())
      setSent(true)
      return 'done'
    })
  }

  return (
    <EmailForm
      initialEmail={initialEmail}
      submitText={t('resend.submit')}
      isBusy={running !== null}
      check={(email) => (email === '' ? 'resend.emailRequiredError' : complaintAboutEmail(email))}
      onSend={send}
      failure={failure}
      outcome={<Outcome isSent={isSent} message={message} error={failure?.error} />}
    />
  )
}

function Outcome(props: { isSent: boolean; message: string | null; error: unknown }) {
  const { t } = useTranslation()

  if (props.isSent) return <Notice tone="positive">{t('resend.sent')}</Notice>
  if (props.error) {
    const reason = userMessage(t, props.error, 'errors.tryAgain')
    return <Notice tone="danger">{`${t('resend.failed')} ${reason}`}</Notice>
  }
  if (props.message) return <Notice tone="plain">{props.message}</Notice>

  return <p className="text-sm text-ink-soft">{t('resend.lead')}</p>
}
