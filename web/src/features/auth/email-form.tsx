import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  form: Form<{ email: string }>
  submitText: string
  /** The result of the last attempt. */
  outcome: ReactNode
}

/** An address field and a button, for every mail that users can request. */
export function EmailForm({ form, submitText, outcome }: Props) {
  const { t } = useTranslation()

  return (
    <form {...form.props} className="grid gap-5">
      {outcome}
      <TextField
        {...form.field('email')}
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        data-focus-after-failure
        required
      />
      <SubmitButton form={form} busyText={t('common.sending')}>
        {submitText}
      </SubmitButton>
    </form>
  )
}
