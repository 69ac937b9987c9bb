import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import type { Form } from '@app/ui/use-form.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'

type Props<Draft extends object> = {
  form: Form<Draft>
  title: string
  lead?: string
  submitText: string
  /** By default "Cancel". */
  cancelText?: string
  isDangerous?: boolean
  /** The dialog that asks for a fresh proof. */
  proof: ReactNode
  onClose: () => void
  /** The fields, and what failed. */
  children: ReactNode
}

/** A form of the admin area in a dialog. */
export function AdminFormDialog<Draft extends object>(props: Props<Draft>) {
  const { form, title, lead, proof, onClose, children } = props
  const { t } = useTranslation()

  return (
    <DraftDialog
      isOpen
      title={title}
      {...(lead !== undefined && { lead })}
      closeText={t('common.close')}
      isDirty={form.isDirty && !form.isBusy}
      leaving={useLeavingTexts()}
      onClose={onClose}
    >
      {(askToClose) => (
        <form {...form.props} className="grid gap-5">
          {children}
          <FormActions>
            <Button variant="secondary" size="sm" onClick={askToClose} disabled={form.isBusy}>
              {props.cancelText ?? t('common.cancel')}
            </Button>
            <SubmitButton form={form} size="sm" variant={props.isDangerous ? 'danger' : 'primary'}>
              {props.submitText}
            </SubmitButton>
          </FormActions>
          {proof}
        </form>
      )}
    </DraftDialog>
  )
}
