import { Button } from '@app/ui/button.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { type Enrolment, useFinishEnrolment } from '#api/sign-in/second-factor.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  enrolment: Enrolment
  /** Passes the new recovery codes; null if they could not be created. */
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

export function EnrolmentForm({ enrolment, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: finishEnrolment } = useFinishEnrolment(enrolment.id)
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }) => onDone(await finishEnrolment(code.replaceAll(/\s/g, ''))),
    explain: (error) => ({ fields: { code: userMessage(t, error, 'errors.wrongCode') } }),
  })

  return (
    <div className="grid gap-5">
      <p>{t('settings.twoFactor.scan')}</p>
      <div className="flex flex-wrap items-center gap-6">
        <img
          src={enrolment.qr}
          alt={t('settings.twoFactor.qr')}
          width={192}
          height={192}
          className="rounded-md border border-line bg-white p-2"
        />
        <div className="grid min-w-0 gap-2 text-sm">
          <p>{t('settings.twoFactor.secret')}</p>
          <code className="font-mono break-all">{enrolment.secret}</code>
          <div>
            <CopyButton
              value={enrolment.secret}
              text={t('settings.copy')}
              copiedText={t('settings.copied')}
            />
          </div>
        </div>
      </div>
      <form {...form.props} className="grid max-w-form gap-5">
        <TextField
          {...form.field('code')}
          label={t('settings.twoFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} size="sm">
            {t('settings.twoFactor.turnOn')}
          </SubmitButton>
          <Button variant="quiet" size="sm" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}
