import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { ExtensionSessionCard } from '#features/security/extension-session-card.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ApiCard } from './api-card.tsx'

export function DevelopmentSection() {
  const { t } = useTranslation()

  return (
    <>
      <ApiCard />
      <ExtensionSessionCard />
      <Card title={t('header.simulator')} lead={t('settings.development.simulatorLead')}>
        <Link to={paths.simulator} className={buttonClasses('secondary', 'sm')}>
          {t('settings.development.openSimulator')}
        </Link>
      </Card>
    </>
  )
}
