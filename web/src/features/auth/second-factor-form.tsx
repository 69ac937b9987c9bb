import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { type Form, useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { cancelSignIn, verifyCode, verifyRecoveryCode } from '#api/sign-in/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function SecondFactorForm({ factorId }: { factorId: string }) {
  const { t } = useTranslation()
  const [isRecovery, setRecovery] = useState(false)
  const action = useAction<'submit' | 'cancel'>()
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }, { stayBusy }) => {
      const digits = code.replaceAll(/\s/g, '')
      await (isRecovery ? verifyRecoveryCode(digits) : verifyCode(factorId, digits))
      stayBusy()
    },
    explain: (error) => ({ text: userMessage(t, error, 'errors.wrongCode') }),
    action,
  })

  function cancel() {
    void action.run('cancel', async ({ stayBusy }) => {
      await cancelSignIn()
      stayBusy()
    })
  }

  function switchKind() {
    setRecovery(!isRecovery)
    form.clear()
  }

  return (
    <form {...form.props} className="grid gap-5">
      <FailureNotice failure={form.failure} />
      <CodeField key={String(isRecovery)} isRecovery={isRecovery} form={form} />
      <SubmitButton form={form}>{t('secondFactor.submit')}</SubmitButton>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" size="sm" onClick={switchKind}>
          {isRecovery ? t('secondFactor.useApp') : t('secondFactor.useRecoveryCode')}
        </Button>
        <Button variant="quiet" size="sm" disabled={form.isBusy} onClick={cancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

function CodeField({ isRecovery, form }: { isRecovery: boolean; form: Form<{ code: string }> }) {
  const { t } = useTranslation()

  return (
    <TextField
      {...form.field('code')}
      label={isRecovery ? t('secondFactor.recoveryCode') : t('secondFactor.code')}
      hint={isRecovery ? t('secondFactor.recoveryHint') : t('secondFactor.hint')}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      // The user completed the previous step, so only the code remains to be typed.
      autoFocus
      data-focus-after-failure
      required
    />
  )
}
