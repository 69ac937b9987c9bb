import { buttonClasses } from '@app/ui/button-classes.ts'
import { PlayIcon } from '@app/ui/icons.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { SendLink } from './send-link.tsx'

/** Get it, or see it first. Without a video of its own, an installation shows the demo on this page. */
export function StoreActions() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()
  const hasVideo = !links.video.startsWith('/')

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <a href={links.store} className={`${buttonClasses('primary')} max-sm:flex-1`}>
          {t('common.addToChrome')}
        </a>
        <a
          href={hasVideo ? links.video : `#${anchors.demo}`}
          className={`${buttonClasses('secondary')} max-sm:flex-1`}
        >
          <PlayIcon className="size-4" />
          {t('home.watchDemo')}
        </a>
      </div>
      <SendLink />
    </>
  )
}
