import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { type Failure, useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { resendConfirmation } from '#api/sign-in/auth-mails.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EmailForm } from './email-form.tsx'
import { emailError } from './rules.ts'
import { useRedirects } from './use-redirects.ts'

type Props = {
  /** Why the user was redirected here. */
  message: string | null
  initialEmail: string
}

export function ResendForm({ message, initialEmail }: Props) {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initial: { email: initialEmail },
    check: ({ email }) =>
      fieldTexts(t, {
        email: email.trim() === '' ? 'resend.emailRequiredError' : emailError(email),
      }),
    save: async ({ email }) => {
      setSent(false)
      await resendConfirmation(email.trim(), redirects.toDashboard())
      setSent(true)
    },
    explain: (error) => ({
      text: `${t('resend.failed')} ${userMessage(t, error, 'errors.tryAgain')}`,
    }),
  })

  return (
    <EmailForm
      form={form}
      submitText={t('resend.submit')}
      outcome={<Outcome isSent={isSent} message={message} failure={form.failure} />}
    />
  )
}

function Outcome(props: { isSent: boolean; message: string | null; failure: Failure | null }) {
  const { t } = useTranslation()

  if (props.isSent) return <Notice tone="positive">{t('resend.sent')}</Notice>
  if (props.failure) return <FailureNotice failure={props.failure} />
  if (props.message) return <Notice tone="plain">{props.message}</Notice>

  return <p className="text-sm text-ink-soft">{t('resend.lead')}</p>
}
