import { useLocation } from 'react-router'
import { paths } from '#config/paths.ts'
import { AccountBenefits } from '#features/auth/account-benefits.tsx'
import { RegisterForm } from '#features/auth/register-form.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AuthFrame } from './auth-frame.tsx'

export function RegisterScreen() {
  const { t } = useTranslation()
  const { state } = useLocation()

  return (
    <AuthFrame
      title={t('register.title')}
      lead={t('register.lead')}
      links={
        <p>
          {t('register.haveAccount')}{' '}
          <TextLink to={paths.login} state={state}>
            {t('register.login')}
          </TextLink>
        </p>
      }
      aside={<AccountBenefits />}
    >
      <RegisterForm />
    </AuthFrame>
  )
}
