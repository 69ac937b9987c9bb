import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { sendPasswordReset } from '#api/sign-in/auth-mails.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EmailForm } from './email-form.tsx'
import { emailError } from './rules.ts'
import { useKnownEmail } from './use-known-email.ts'
import { useRedirects } from './use-redirects.ts'

type Props = {
  /** Why the user was redirected here. */
  message?: string | null
  submitText?: string
}

/** Disabled after sending, because a second mail would be refused. */
export function ForgotPasswordForm({ message = null, submitText }: Props) {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initial: { email: useKnownEmail() },
    check: ({ email }) => fieldTexts(t, { email: emailError(email) }),
    save: async ({ email }) => {
      await sendPasswordReset(email.trim(), redirects.toNewPassword())
      setSent(true)
    },
    explain: (error) => ({
      title: t('forgotPassword.failed'),
      text: userMessage(t, error, 'errors.resetFailed'),
    }),
    isDisabled: isSent,
  })

  return (
    <EmailForm
      form={form}
      submitText={submitText ?? t('forgotPassword.submit')}
      outcome={
        isSent ? (
          <Notice tone="positive">{t('forgotPassword.sent')}</Notice>
        ) : form.failure ? (
          <FailureNotice failure={form.failure} />
        ) : (
          <>
            {message && <Notice tone="plain">{message}</Notice>}
            <p className="text-sm text-ink-soft">{t('forgotPassword.lead')}</p>
          </>
        )
      }
    />
  )
}
