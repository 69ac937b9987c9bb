import { buttonClasses } from '@app/ui/button-classes.ts'
import { LockIcon } from '@app/ui/icons.tsx'
import { Message } from '@app/ui/message.tsx'
import { RoundSign } from '@app/ui/round-sign.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function UnauthorizedPage() {
  const { t } = useTranslation()

  return (
    <Message
      picture={
        <RoundSign>
          <LockIcon className="size-8" />
        </RoundSign>
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
