import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useState } from 'react'
import { sendPasswordReset } from '#api/auth-mails.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EmailForm } from './email-form.tsx'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useKnownEmail } from './use-known-email.ts'
import { useRedirects } from './use-redirects.ts'

/** `message` says why somebody was sent here. Once sent, the form rests: asking again at once would only be refused. */
export function ForgotPasswordForm({ message }: { message: string | null }) {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const knownEmail = useKnownEmail()
  const { attempt, running, failure } = useAttempt<'send'>()
  const [isSent, setSent] = useState(false)

  function send(email: string) {
    void attempt('send', async () => {
      await sendPasswordReset(email, redirects.toNewPassword())
      setSent(true)
      return 'done'
    })
  }

  return (
    <EmailForm
      initialEmail={knownEmail}
      submitText={t('forgotPassword.submit')}
      isBusy={running !== null}
      isDisabled={isSent}
      check={complaintAboutEmail}
      onSend={send}
      failure={failure}
      outcome={
        isSent ? (
          <Notice tone="positive">{t('forgotPassword.sent')}</Notice>
        ) : failure ? (
          <FailureNotice
            failure={{
              title: t('forgotPassword.failed'),
              text: userMessage(t, failure.error, 'errors.resetFailed'),
            }}
          />
        ) : message ? (
          <Notice tone="plain">{message}</Notice>
        ) : (
          <p className="text-sm text-ink-soft">{t('forgotPassword.lead')}</p>
        )
      }
    />
  )
}
