import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { type Form, useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { useMember } from '#api/session/session.ts'
import { mailProofCode, type Proofs } from '#api/sign-in/proof.ts'
import { verifyCode } from '#api/sign-in/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AdminFailure } from './admin-failure.tsx'

type Props = {
  /** Without an app or a key, a code was mailed. */
  proofs: Proofs
  /** Repeats the refused call, with the mailed code if that is the proof. */
  repeat: (nonce: string | undefined) => Promise<void>
  onClose: () => void
}

type Way = 'touch' | 'app' | 'mail'

/** Requests a passkey or key, the app's code or the mailed digits after a call was refused without a proof. */
export function ProofDialog({ proofs: { appId, touch }, repeat, onClose }: Props) {
  const { t } = useTranslation()
  const { email } = useMember()
  const [way, setWay] = useState<Way>(touch ? 'touch' : appId ? 'app' : 'mail')
  const action = useAction<'submit' | 'mail' | 'touch'>()
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }) => {
      const digits = code.replaceAll(/\s/g, '')
      if (way === 'mail' || appId === null) return repeat(digits)
      await verifyCode(appId, digits)
      return repeat(undefined)
    },
    action,
  })
  const mail = () =>
    void action.run('mail', async () => {
      await mailProofCode()
      form.clear()
      setWay('mail')
    })
  const use = () =>
    void action.run('touch', async () => {
      if (await touch?.()) await repeat(undefined)
    })

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('admin.proof.title')}
      lead={t('admin.proof.lead')}
      closeText={t('common.close')}
    >
      <form {...form.props} className="grid gap-5">
        {action.failure && <AdminFailure error={action.failure.error} />}
        {way !== 'touch' && <CodeField way={way} email={email} field={form.field('code')} />}
        <FormActions
          start={
            <div className="flex flex-wrap gap-3">
              {way === 'touch' && appId && (
                <Button
                  variant="quiet"
                  size="sm"
                  disabled={form.isBusy}
                  onClick={() => setWay('app')}
                >
                  {t('admin.proof.appInstead')}
                </Button>
              )}
              <Button
                variant="quiet"
                size="sm"
                isBusy={action.running === 'mail'}
                disabled={form.isBusy}
                onClick={mail}
              >
                {t(way === 'mail' ? 'admin.proof.mailAgain' : 'admin.proof.mailInstead')}
              </Button>
            </div>
          }
        >
          {way === 'touch' ? (
            <Button
              size="sm"
              autoFocus
              isBusy={action.running === 'touch'}
              disabled={form.isBusy}
              onClick={use}
            >
              {t('admin.proof.touch')}
            </Button>
          ) : (
            <SubmitButton form={form} size="sm" disabled={form.draft.code.trim() === ''}>
              {t('admin.proof.submit')}
            </SubmitButton>
          )}
        </FormActions>
      </form>
    </Dialog>
  )
}

type CodeProps = {
  way: 'app' | 'mail'
  email: string
  field: ReturnType<Form<{ code: string }>['field']>
}

function CodeField({ way, email, field }: CodeProps) {
  const { t } = useTranslation()

  return (
    <TextField
      {...field}
      label={t(way === 'mail' ? 'admin.proof.mailCode' : 'admin.proof.appCode')}
      hint={way === 'mail' ? t('admin.proof.mailHint', { email }) : t('admin.proof.appHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-focus-after-failure
      required
    />
  )
}
