import { Card } from '@app/ui/card.tsx'
import { useQuery } from '@tanstack/react-query'
import { resourcesQuery } from '#api/resources.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

const LINK_LOOK = 'inline-flex min-h-10 items-center text-accent underline-offset-4 hover:underline'

/** Help resources. If they cannot be loaded, the support address is still there. */
export function HelpCard() {
  const { t, language } = useTranslation()
  const { supportEmail } = usePublicConfig()
  const resources = useQuery(resourcesQuery)

  return (
    <Card title={t('dashboard.help.title')} className="h-full">
      <ul className="-my-2">
        {resources.data?.map(({ id, url, title_en, title_es }) => (
          <li key={id}>
            <a href={url} className={LINK_LOOK}>
              {language === 'es' ? title_es : title_en}
            </a>
          </li>
        ))}
        <li>
          <a href={`mailto:${supportEmail}`} className={LINK_LOOK}>
            {t('footer.support')}
          </a>
        </li>
      </ul>
    </Card>
  )
}
