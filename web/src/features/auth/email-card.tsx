import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { pendingEmailChangeQuery } from '#api/sign-in/email-change.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { PendingEmailNotice } from './pending-email-notice.tsx'
import { useEmailChange } from './use-email-change.ts'

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
