import { buttonClasses } from '@app/ui/button-classes.ts'
import { PageMessage } from '@app/ui/page-message.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SunkenNumber } from './sunken-number.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  return (
    <PageMessage
      picture={<SunkenNumber />}
      title={t('notFound.title')}
      lead={t('notFound.lead')}
      actions={
        <>
          <Link to={paths.home} className={buttonClasses('primary')}>
            {t('common.goHome')}
          </Link>
          <a href={`mailto:${supportEmail}`} className={buttonClasses('secondary')}>
            {t('notFound.askUs')}
          </a>
        </>
      }
    />
  )
}
