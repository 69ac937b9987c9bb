import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { Message } from '#ui/message.tsx'

export function UnauthorizedPage() {
  const { t } = useTranslation()

  return (
    <Message
      title={t('unauthorized.title')}
      lead={t('unauthorized.lead')}
      actions={
        <Link to={paths.home} className={buttonLook('primary')}>
          {t('common.goHome')}
        </Link>
      }
    />
  )
}
