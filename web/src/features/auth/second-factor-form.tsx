import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, useState } from 'react'
import { cancelSignIn, verifyCode, verifyRecoveryCode } from '#api/sign-in.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useAttempt } from './use-attempt.ts'

export function SecondFactorForm({ factorId }: { factorId: string }) {
  const { t } = useTranslation()
  const { attempt, running, failure } = useAttempt<'verify' | 'cancel'>()
  const [isRecovery, setRecovery] = useState(false)
  const form = useFocusOnComplaint(failure)

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '')

    void attempt('verify', async () => {
      await (isRecovery ? verifyRecoveryCode(code) : verifyCode(factorId, code))
      return 'leaving'
    })
  }

  function cancel() {
    void attempt('cancel', async () => {
      await cancelSignIn()
      return 'leaving'
    })
  }

  return (
    <div ref={form}>
      <form noValidate onSubmit={verify} className="grid gap-5">
        {failure && (
          <Notice tone="danger">{userMessage(t, failure.error, 'errors.wrongCode')}</Notice>
        )}
        <CodeField key={String(isRecovery)} isRecovery={isRecovery} isBusy={running !== null} />
        <Button type="submit" isBusy={running !== null}>
          {t('secondFactor.submit')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="quiet" size="sm" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? t('secondFactor.useApp') : t('secondFactor.useRecoveryCode')}
          </Button>
          <Button variant="quiet" size="sm" disabled={running !== null} onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}

function CodeField({ isRecovery, isBusy }: { isRecovery: boolean; isBusy: boolean }) {
  const { t } = useTranslation()

  return (
    <TextField
      label={isRecovery ? t('secondFactor.recoveryCode') : t('secondFactor.code')}
      hint={isRecovery ? t('secondFactor.recoveryHint') : t('secondFactor.hint')}
      name="code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      // The step before it was the last thing done by hand: the code is all that is left to type.
      autoFocus
      disabled={isBusy}
      data-focus-after-failure
      required
    />
  )
}
