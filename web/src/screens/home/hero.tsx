import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { PlayIcon } from '#ui/icons.tsx'
import { Crossing } from './crossing.tsx'

export function Hero() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <section className="sea-chart flex flex-1 flex-col justify-center">
      <div className="page-edge grid items-center gap-12 py-14 md:py-20 lg:grid-cols-[1.08fr_1fr] lg:gap-16 lg:py-24">
        <div>
          <h1 className="text-display font-semibold">{t('home.headline')}</h1>
          <p className="mt-6 max-w-prose text-lg text-ink-soft">{t('home.lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a href={links.store} className={buttonLook('primary')}>
              {t('common.addToChrome')}
            </a>
            <a href={links.video} className={buttonLook('secondary')}>
              <PlayIcon className="size-4" />
              {t('home.watchDemo')}
            </a>
          </div>
        </div>
        <Crossing />
      </div>
    </section>
  )
}
