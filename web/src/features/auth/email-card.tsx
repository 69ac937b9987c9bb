import { useMember } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useUnsavedMark } from '#ui/unsaved-marks.ts'
import { useFocusOnComplaint } from '#ui/use-focus-on-complaint.ts'
import { useEmailChange } from './use-email-change.ts'

export function EmailCard() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const { email, setEmail, complaint, asked, failure, isBusy, submit } = useEmailChange()
  const problem = failure ? userMessage(t, failure.error, 'settings.email.failed') : complaint
  const frame = useFocusOnComplaint(failure ?? complaint)
  useUnsavedMark(email !== '')

  return (
    <Card title={t('settings.email.title')} lead={t('settings.email.lead')}>
      <div ref={frame} className="grid max-w-form gap-5">
        <p className="text-sm break-words">{t('settings.email.current', { email: current })}</p>
        {asked && (
          <Notice tone="positive">
            <p className="font-semibold">{t('settings.email.sent')}</p>
            <p>{t('settings.email.sentText', { email: asked })}</p>
          </Notice>
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
