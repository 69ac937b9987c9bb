import { useLocation } from 'react-router'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { LoginForm } from '#features/auth/login-form.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemandInPlace } from '#on-demand/in-place.tsx'
import { AuthFrame } from './auth-frame.tsx'

const SecondFactorForm = onDemandInPlace(
  async () => (await import('#features/auth/second-factor-form.tsx')).SecondFactorForm,
  <div className="h-40" />,
)

export function LoginScreen() {
  const { t } = useTranslation()
  const { state } = useLocation()
  const session = useSession()

  if (session.status === 'half-way') {
    return (
      <AuthFrame title={t('secondFactor.title')} links={null}>
        <SecondFactorForm factors={session.factors} />
      </AuthFrame>
    )
  }

  return (
    <AuthFrame
      title={t('login.title')}
      links={
        <p>
          {t('login.noAccount')}{' '}
          <TextLink to={paths.register} state={state}>
            {t('login.register')}
          </TextLink>
        </p>
      }
    >
      <LoginForm />
    </AuthFrame>
  )
}
