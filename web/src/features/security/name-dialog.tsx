import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { isCancelled } from '#api/sign-in/webauthn.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'

/** The server's limit for passkeys. */
const LONGEST_NAME = 120

type Props = {
  title: string
  lead: string
  initial: string
  submitText: string
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** The name of a passkey or a security key. */
export function NameDialog({ title, lead, initial, submitText, save, onClose }: Props) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const form = useForm({
    initial: { name: initial },
    check: ({ name }) => ({ name: name.trim() === '' ? t('errors.nameRequired') : null }),
    save: async ({ name }) => {
      try {
        await save(name.trim())
        onClose()
      } catch (error) {
        if (!isCancelled(error)) throw error
      }
    },
    explain: (error) => ({ text: userMessage(t, error, 'errors.tryAgain') }),
  })

  return (
    <DraftDialog
      isOpen
      title={title}
      lead={lead}
      closeText={t('common.close')}
      isDirty={form.isDirty && !form.isBusy}
      leaving={leaving}
      onClose={onClose}
    >
      {(askToClose) => (
        <form {...form.props} className="grid gap-5">
          <TextField
            {...form.field('name')}
            label={t('settings.passkeys.name')}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            data-focus-after-failure
            required
          />
          <FailureNotice failure={form.failure} />
          <FormActions>
            <Button variant="secondary" size="sm" onClick={askToClose}>
              {t('common.cancel')}
            </Button>
            <SubmitButton form={form} size="sm" busyText={t('settings.passkeys.busy')}>
              {submitText}
            </SubmitButton>
          </FormActions>
        </form>
      )}
    </DraftDialog>
  )
}
