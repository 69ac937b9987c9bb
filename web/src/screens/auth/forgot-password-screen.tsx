import { paths } from '#config/paths.ts'
import { ForgotPasswordForm } from '#features/auth/forgot-password-form.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AuthFrame } from './auth-frame.tsx'

export function ForgotPasswordScreen() {
  const { t } = useTranslation()

  return (
    <AuthFrame
      title={t('forgotPassword.title')}
      links={<TextLink to={paths.login}>{t('auth.backToLogin')}</TextLink>}
    >
      <ForgotPasswordForm />
    </AuthFrame>
  )
}
