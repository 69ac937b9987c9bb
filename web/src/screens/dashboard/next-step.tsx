import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { Card } from '#ui/card.tsx'

/** What to do first: projects come to this page through the extension. */
export function NextStep() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-6">
        <div className="max-w-prose">
          <h2 className="text-lg font-semibold">{t('dashboard.nextStep.title')}</h2>
          <p className="mt-1 text-ink-soft">{t('dashboard.nextStep.text')}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={links.store} className={buttonLook('primary')}>
            {t('common.addToChrome')}
          </a>
          <a href={links.docs} className={buttonLook('secondary')}>
            {t('footer.docs')}
          </a>
        </div>
      </div>
    </Card>
  )
}
