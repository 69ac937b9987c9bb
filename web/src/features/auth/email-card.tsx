import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { pendingEmailChangeQuery, useRequestEmailChange } from '#api/sign-in/email-change.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { PendingEmailNotice } from './pending-email-notice.tsx'
import { emailError } from './rules.ts'
import { useRedirects } from './use-redirects.ts'

export function EmailCard() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const form = useEmailChange()
  const pending = useQuery(pendingEmailChangeQuery)

  return (
    <form {...form.props}>
      <Card
        title={t('settings.email.title')}
        lead={t('settings.email.lead')}
        footer={
          <SubmitButton form={form} size="sm">
            {t('settings.email.submit')}
          </SubmitButton>
        }
      >
        <div className="grid max-w-form gap-5">
          <p className="text-sm break-words">{t('settings.email.current', { email: current })}</p>
          {pending.data && <PendingEmailNotice pending={pending.data} />}
          {pending.isError && (
            <LoadFailed
              title={t('settings.loadFailed')}
              text={userMessage(t, pending.error, 'errors.tryAgain')}
              retryText={t('settings.retry')}
              onRetry={pending.refetch}
            />
          )}
          <TextField
            {...form.field('email')}
            label={t('settings.email.new')}
            type="email"
            autoComplete="email"
            required
          />
        </div>
      </Card>
    </form>
  )
}

/** Requests a change of address. The address changes only after both mailboxes confirmed. */
function useEmailChange() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const { mutateAsync: requestChange } = useRequestEmailChange()
  const { toAccount } = useRedirects()
  const isCurrent = (email: string) => email.trim().toLowerCase() === current.toLowerCase()

  return useForm({
    initial: { email: '' },
    check: ({ email }) =>
      fieldTexts(t, {
        email: emailError(email) ?? (isCurrent(email) ? 'settings.email.same' : null),
      }),
    save: async ({ email }, { clear }) => {
      await requestChange({ email: email.trim(), redirectTo: toAccount() })
      clear()
    },
    explain: (error) => ({ fields: { email: userMessage(t, error, 'settings.email.failed') } }),
    marksUnsaved: true,
  })
}
