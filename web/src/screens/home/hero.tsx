import { PushDemo } from '#features/push-demo/push-demo.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { StoreActions } from './store-actions.tsx'

export function Hero() {
  const { t } = useTranslation()

  return (
    <section className="contour-lines">
      <div className="page-edge grid items-center gap-10 py-12 md:py-20 lg:grid-cols-[1.08fr_1fr] lg:gap-16 lg:py-24">
        <div>
          <h1 className="text-display font-semibold">{t('home.headline')}</h1>
          <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('home.lead')}</p>
          <div className="mt-8">
            <StoreActions />
          </div>
        </div>
        <PushDemo id={anchors.demo} />
      </div>
    </section>
  )
}
