import { useLocation } from 'react-router'
import { paths } from '#config/paths.ts'
import { ResendForm } from '#features/auth/resend-form.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** What may be handed over by whoever sends people here. */
type Handover = { message?: string; email?: string }

export function ResendScreen() {
  const { t } = useTranslation()
  const { message, email } = (useLocation().state ?? {}) as Handover

  return (
    <AuthFrame
      title={t('resend.title')}
      isTitleOnCard
      links={<TextLink to={paths.login}>{t('auth.backToLogin')}</TextLink>}
    >
      <ResendForm message={message ?? null} initialEmail={email ?? ''} />
    </AuthFrame>
  )
}
