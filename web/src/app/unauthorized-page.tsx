import { buttonClasses } from '@app/ui/button-classes.ts'
import { IconCircle } from '@app/ui/icon-circle.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import { useSession } from '#api/session/session.ts'
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
      illustration={
        <IconCircle>
          <LockIcon className="size-8" />
        </IconCircle>
      }
      title={t('unauthorized.title')}
      lead={t('unauthorized.lead')}
      note={
        <>
          <SignedInAs />
          <p>{t('unauthorized.whoCan')}</p>
        </>
      }
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

/** Somebody with two accounts sees which one it is. Its line is reserved while the session loads. */
function SignedInAs() {
  const { t } = useTranslation()
  const session = useSession()

  return (
    <p className="mb-1 hidden min-h-6 break-words has-session:block">
      {session.status === 'member' && t('unauthorized.signedInAs', { email: session.email })}
    </p>
  )
}
