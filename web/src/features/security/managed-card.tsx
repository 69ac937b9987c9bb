import { Card } from '@app/ui/card.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** In place of the forms that the server refuses to an account of a company. */
export function ManagedCard({ company }: { company: string }) {
  const { t } = useTranslation()

  return (
    <Card title={t('settings.managed.title', { company })}>
      <p className="text-sm text-ink-soft">{t('settings.managed.text')}</p>
    </Card>
  )
}
