import { buttonClasses } from '@app/ui/button-classes.ts'
import { IconCircle } from '@app/ui/icon-circle.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function GoodbyeScreen() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <PageMessage
      illustration={
        <IconCircle>
          <CheckIcon className="size-8" />
        </IconCircle>
      }
      title={t('goodbye.title')}
      lead={t('goodbye.lead')}
      actions={
        <>
          <a href={links.store} className={buttonClasses('primary')}>
            {t('goodbye.again')}
          </a>
          <Link to={paths.home} className={buttonClasses('secondary')}>
            {t('common.goHome')}
          </Link>
        </>
      }
    />
  )
}
