import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { useQuery } from '@tanstack/react-query'
import { pendingEmailChangeQuery } from '#api/email-change.ts'
import { useMember } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { PendingEmailNotice } from './pending-email-notice.tsx'
import { useEmailChange } from './use-email-change.ts'

export function EmailCard() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const { email, setEmail, complaint, failure, isBusy, submit } = useEmailChange()
  const pending = useQuery(pendingEmailChangeQuery)
  const problem = failure ? userMessage(t, failure.error, 'settings.email.failed') : complaint
  const frame = useFocusOnComplaint(failure ?? complaint)
  useUnsavedMark(email !== '')

  return (
    <Card title={t('settings.email.title')} lead={t('settings.email.lead')}>
      <div ref={frame} className="grid max-w-form gap-5">
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
        <form noValidate onSubmit={submit} className="grid gap-5">
          <TextField
            label={t('settings.email.new')}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={problem}
            disabled={isBusy}
            required
          />
          <div>
            <Button type="submit" size="sm" isBusy={isBusy}>
              {t('settings.email.submit')}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}
