import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { useDeleteAccount } from '#api/account/delete-account.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { email } = useMember()
  const [isCodeWanted, setCodeWanted] = useState(false)
  const { mutateAsync: deleteAccount } = useDeleteAccount()
  const form = useForm({
    initial: { confirmation: '', nonce: '' },
    save: async ({ confirmation, nonce }) => {
      const code = nonce && { nonce: nonce.trim() }
      if ((await deleteAccount({ confirmation, ...code })) === 'code-wanted') setCodeWanted(true)
      else
        toasts.show({ title: t('settings.deletion.done'), text: t('settings.deletion.doneText') })
    },
    explain: (error) => ({
      title: t('settings.deletion.failed'),
      text: userMessage(t, error, 'errors.tryAgain'),
    }),
  })
  const isConfirmed = form.draft.confirmation.trim().toLowerCase() === email.toLowerCase()

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('settings.deletion.confirmTitle')}
      lead={t('settings.deletion.confirmText')}
      closeText={t('common.close')}
    >
      <form {...form.props} className="grid gap-5">
        <FailureNotice failure={form.failure} />
        <TextField
          {...form.field('confirmation')}
          label={t('settings.deletion.typeEmail', { email })}
          autoComplete="off"
          autoCapitalize="none"
        />
        {isCodeWanted && (
          <TextField
            {...form.field('nonce')}
            label={t('settings.deletion.code')}
            hint={t('settings.deletion.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <FormActions>
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {/* Disabling the button also prevents submitting by Enter. */}
          <SubmitButton form={form} variant="danger" size="sm" disabled={!isConfirmed}>
            {t('settings.deletion.submit')}
          </SubmitButton>
        </FormActions>
      </form>
    </Dialog>
  )
}
