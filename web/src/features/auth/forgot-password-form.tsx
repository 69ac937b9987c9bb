import { useState } from 'react'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { EmailForm } from './email-form.tsx'
import { sendPasswordReset } from './mails.ts'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useRedirects } from './use-redirects.ts'

/** Once sent, the form rests: asking again at once would only be refused. */
export function ForgotPasswordForm() {
  const { t } = useTranslation()
  const redirects = useRedirects()
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
        ) : (
          <p className="text-sm text-ink-soft">{t('forgotPassword.lead')}</p>
        )
      }
    />
  )
}
