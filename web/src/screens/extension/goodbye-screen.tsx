import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
import { Message } from '@app/ui/message.tsx'
import { RoundSign } from '@app/ui/round-sign.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function GoodbyeScreen() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <Message
      picture={
        <RoundSign>
          <CheckIcon className="size-8" />
        </RoundSign>
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
