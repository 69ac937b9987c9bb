import { buttonClasses } from '@app/ui/button-classes.ts'
import { IconCircle } from '@app/ui/icon-circle.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { WayOn } from './way-on.tsx'

/** What happened, who can change it, and the one way on. */
export function UnauthorizedPage() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  return (
    <PageMessage
      picture={
        <IconCircle>
          <LockIcon className="size-8" />
        </IconCircle>
      }
      title={t('unauthorized.title')}
      lead={t('unauthorized.lead')}
      note={t('unauthorized.whoCan')}
      actions={
        <>
          <WayOn to={paths.login} text={t('header.signIn')} />
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(t('unauthorized.subject'))}`}
            className={buttonClasses('secondary')}
          >
            {t('unauthorized.ask')}
          </a>
        </>
      }
    />
  )
}
