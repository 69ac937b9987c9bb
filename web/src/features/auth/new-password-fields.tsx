import { PasswordField } from '@app/ui/password-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  label: string
  form: Pick<Form<{ password: string; confirmation: string }>, 'field'>
}

export function NewPasswordFields({ label, form }: Props) {
  const { t } = useTranslation()
  const texts = { showText: t('auth.showPassword'), hideText: t('auth.hidePassword') }

  return (
    <>
      <PasswordField
        {...form.field('password')}
        {...texts}
        label={label}
        autoComplete="new-password"
        hint={t('auth.passwordHint')}
        data-focus-after-failure
        required
      />
      <PasswordField
        {...form.field('confirmation')}
        {...texts}
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        required
      />
    </>
  )
}
