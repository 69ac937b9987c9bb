import { Button } from '@app/ui/button.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import type { FormEvent } from 'react'
import { type Enrolment, useFinishEnrolment } from '#api/second-factor.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  enrolment: Enrolment
  /** With the recovery codes that belong to it; null where they could not be made yet. */
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

export function EnrolmentForm({ enrolment, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const finishing = useFinishEnrolment(enrolment.id)
  const frame = useFocusOnComplaint(finishing.error)

  function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '')
    finishing.mutate(code, { onSuccess: onDone })
  }

  return (
    <div ref={frame} className="grid gap-5">
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
      <form noValidate onSubmit={finish} className="grid max-w-form gap-5">
        <TextField
          label={t('settings.twoFactor.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={finishing.error && userMessage(t, finishing.error, 'errors.wrongCode')}
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="sm" isBusy={finishing.isPending}>
            {t('settings.twoFactor.turnOn')}
          </Button>
          <Button variant="quiet" size="sm" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}
