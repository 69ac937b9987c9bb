import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  title: string
  label: string
  initial: string
  /** Why the name is invalid, or null. */
  refuse: (name: string) => string | null
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for a project's name or a file's path. */
export function NameDialog({ title, label, initial, refuse, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { name: initial },
    check: ({ name }) => ({ name: refuse(name.trim()) }),
    save: async ({ name }) => {
      onSave(name.trim())
      onClose()
    },
  })

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      closeText={t('common.close')}
    >
      <form {...form.props} className="grid gap-5">
        <TextField
          {...form.field('name')}
          label={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormActions>
          <SubmitButton form={form}>{t('simulator.builder.save')}</SubmitButton>
        </FormActions>
      </form>
    </Dialog>
  )
}
