import { buttonClasses } from '@app/ui/button-classes.ts'
import { PlayIcon } from '@app/ui/icons.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The two things a visitor may do next: get it, or see it first. */
export function StoreActions() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <div className="flex flex-wrap gap-3">
      <a href={links.store} className={buttonClasses('primary')}>
        {t('common.addToChrome')}
      </a>
      <a href={links.video} className={buttonClasses('secondary')}>
        <PlayIcon className="size-4" />
        {t('home.watchDemo')}
      </a>
    </div>
  )
}
