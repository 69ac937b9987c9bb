import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { useMember } from '#api/session/session.ts'
import { mailProofCode } from '#api/sign-in/proof.ts'
import { verifyCode } from '#api/sign-in/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AdminFailure } from './admin-failure.tsx'

type Props = {
  /** The id of the member's app; null: a code was mailed. */
  factorId: string | null
  /** Repeats the refused call, with the mailed code if that is the proof. */
  repeat: (nonce: string | undefined) => Promise<void>
  onClose: () => void
}

/** Requests the app's code or the mailed digits after a call was refused without a proof. */
export function ProofDialog({ factorId, repeat, onClose }: Props) {
  const { t } = useTranslation()
  const { email } = useMember()
  const [app, setApp] = useState(factorId)
  const action = useAction<'submit' | 'mail'>()
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }) => {
      const digits = code.replaceAll(/\s/g, '')
      if (app === null) return repeat(digits)
      await verifyCode(app, digits)
      return repeat(undefined)
    },
    action,
  })
  const mail = () =>
    void action.run('mail', async () => {
      await mailProofCode()
      form.clear()
      setApp(null)
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
        <TextField
          {...form.field('code')}
          label={t(app === null ? 'admin.proof.mailCode' : 'admin.proof.appCode')}
          hint={app === null ? t('admin.proof.mailHint', { email }) : t('admin.proof.appHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-focus-after-failure
          required
        />
        <FormActions
          start={
            <Button
              variant="quiet"
              size="sm"
              isBusy={action.running === 'mail'}
              disabled={form.isBusy}
              onClick={mail}
            >
              {t(app === null ? 'admin.proof.mailAgain' : 'admin.proof.mailInstead')}
            </Button>
          }
        >
          <SubmitButton form={form} size="sm" disabled={form.draft.code.trim() === ''}>
            {t('admin.proof.submit')}
          </SubmitButton>
        </FormActions>
      </form>
    </Dialog>
  )
}
