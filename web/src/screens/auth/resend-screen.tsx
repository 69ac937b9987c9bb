import { buttonClasses } from '@app/ui/button-classes.ts'
import { Notice } from '@app/ui/notice.tsx'
import { Link, useLocation } from 'react-router'
import { paths } from '#config/paths.ts'
import { ForgotPasswordForm } from '#features/auth/forgot-password-form.tsx'
import { ResendForm } from '#features/auth/resend-form.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** State that linking pages may pass. */
type Handover = {
  message?: string
  email?: string
  /** The expired link's purpose. */
  type?: string
}

/** Every expired link redirects here. A new confirmation would not help with a reset or a change of address. */
export function ResendScreen() {
  const { t } = useTranslation()
  const { message = null, email = '', type } = (useLocation().state ?? {}) as Handover
  const backToLogin = <TextLink to={paths.login}>{t('auth.backToLogin')}</TextLink>

  if (type === 'recovery') {
    return (
      <AuthFrame title={t('resend.resetTitle')} isTitleOnCard links={backToLogin}>
        <ForgotPasswordForm message={message} submitText={t('resend.resetSubmit')} />
      </AuthFrame>
    )
  }
  if (type === 'email_change') {
    return (
      <AuthFrame title={t('resend.changeTitle')} isTitleOnCard links={null}>
        <div className="grid gap-5">
          <Notice tone="plain">{message}</Notice>
          <p className="text-sm text-ink-soft">{t('resend.changeLead')}</p>
          <Link to={paths.account} className={buttonClasses('primary')}>
            {t('resend.toAccount')}
          </Link>
        </div>
      </AuthFrame>
    )
  }

  return (
    <AuthFrame title={t('resend.title')} isTitleOnCard links={backToLogin}>
      <ResendForm message={message} initialEmail={email} />
    </AuthFrame>
  )
}
