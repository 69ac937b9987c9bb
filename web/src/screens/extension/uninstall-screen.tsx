import { Link, useNavigate } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { UninstallForm } from '#features/feedback/uninstall-form.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function UninstallScreen() {
  const { t } = useTranslation()
  const { siteName, supportEmail } = usePublicConfig()
  const navigate = useNavigate()

  return (
    <div className="page-edge py-12 md:py-16">
      <h1 className="text-title font-semibold">{t('uninstall.title', { siteName })}</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('uninstall.lead')}</p>
      <noscript>
        <p className="mt-6 rounded-md border border-line-strong bg-sunken px-4 py-3">
          {t('uninstall.noScript')}{' '}
          <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
            {supportEmail}
          </a>
        </p>
      </noscript>
      <div className="mt-10">
        <UninstallForm onDone={() => navigate(paths.goodbye)} />
      </div>
      <p className="mt-6 max-w-prose text-sm text-ink-soft">
        {t('uninstall.stored')}{' '}
        <Link to={paths.privacyPolicy} className="text-accent underline underline-offset-4">
          {t('uninstall.privacy')}
        </Link>
        {' · '}
        <Link to={paths.goodbye} className="text-accent underline underline-offset-4">
          {t('uninstall.skip')}
        </Link>
      </p>
    </div>
  )
}
