import { buttonClasses } from '@app/ui/button-classes.ts'
import { IconCircle } from '@app/ui/icon-circle.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function UnauthorizedPage() {
  const { t } = useTranslation()

  return (
    <PageMessage
      picture={
        <IconCircle>
          <LockIcon className="size-8" />
        </IconCircle>
      }
      title={t('unauthorized.title')}
      lead={t('unauthorized.lead')}
      actions={
        <Link to={paths.home} className={buttonClasses('primary')}>
          {t('common.goHome')}
        </Link>
      }
    />
  )
}
