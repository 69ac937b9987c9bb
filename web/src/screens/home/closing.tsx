import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { StoreActions } from './store-actions.tsx'

const LINK_LOOK =
  'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4'

/** The call to action, and two ways to stay in touch. */
export function Closing() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <section className="contour-lines border-t border-line py-16 md:py-28">
      <div className="page-edge">
        <h2 className="max-w-prose text-title font-semibold">{t('home.closing.title')}</h2>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('home.closing.lead')}</p>
        <div className="mt-8">
          <StoreActions />
        </div>
        <p className="mt-4 flex flex-wrap gap-x-8 text-sm md:mt-6">
          <a href={links.repository} className={LINK_LOOK}>
            {t('home.closing.star')}
          </a>
          <a href={links.videoChannel} className={LINK_LOOK}>
            {t('home.closing.channel')}
          </a>
        </p>
      </div>
    </section>
  )
}
