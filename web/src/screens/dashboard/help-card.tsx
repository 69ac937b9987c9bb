import { Card } from '@app/ui/card.tsx'
import { useQuery } from '@tanstack/react-query'
import { resourcesQuery } from '#api/content/resources.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rowText } from '#i18n/row-text.ts'

const LINK_LOOK = 'inline-flex min-h-10 items-center text-accent underline-offset-4 hover:underline'

/** Help resources. If they cannot be loaded, the support address is still shown. */
export function HelpCard() {
  const { t, language } = useTranslation()
  const { supportEmail } = usePublicConfig()
  const resources = useQuery(resourcesQuery)

  return (
    <Card title={t('dashboard.help.title')}>
      <ul className="-my-2">
        {resources.data?.map((resource) => (
          <li key={resource.id}>
            <a href={resource.url} className={LINK_LOOK}>
              {rowText(resource, 'title', language)}
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
