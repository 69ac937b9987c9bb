import { PasswordField } from '@app/ui/password-field.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { complaintAboutPassword, complaintAboutRepetition } from './rules.ts'

export type PasswordComplaints = { password?: string; confirmation?: string }

type Props = { label: string; complaints: PasswordComplaints | null; isBusy: boolean }

export function NewPasswordFields({ label, complaints, isBusy }: Props) {
  const { t } = useTranslation()
  const words = { showText: t('auth.showPassword'), hideText: t('auth.hidePassword') }

  return (
    <>
      <PasswordField
        {...words}
        label={label}
        name="password"
        autoComplete="new-password"
        hint={t('auth.passwordHint')}
        error={complaints?.password}
        disabled={isBusy}
        data-focus-after-failure
        required
      />
      <PasswordField
        {...words}
        label={t('auth.confirmPassword')}
        name="confirmation"
        autoComplete="new-password"
        error={complaints?.confirmation}
        disabled={isBusy}
        required
      />
    </>
  )
}

/** What is wrong with the two, or null. */
export function usePasswordCheck() {
  const { t } = useTranslation()

  return (values: FormData): PasswordComplaints | null => {
    const password = String(values.get('password'))
    const weak = complaintAboutPassword(password)
    if (weak) return { password: t(weak) }

    const differs = complaintAboutRepetition(password, String(values.get('confirmation')))
    return differs ? { confirmation: t(differs) } : null
  }
}
