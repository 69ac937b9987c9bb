import { buttonClasses } from '@app/ui/button-classes.ts'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function PlansLink() {
  const { t } = useTranslation()

  return (
    <Link to={paths.pricing} className={buttonClasses('secondary', 'sm')}>
      {t('settings.billing.seePlans')}
    </Link>
  )
}
